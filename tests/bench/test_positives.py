"""What the engine expects of reviews before looking is what their published sizes say."""

import pytest
from bench.positives import SIZES, fit_sizes, make_page
from bench.rows import read_rows

from likewise.engine.constants import RecordsConstants

#: The nine reviews of the corpora, and the names that two of them have elsewhere.
MEASURED = (
    "Chou_2004", "Donners_2021", "Jeyaraman_2020", "Meijboom_2021", "Menon_2022", "Nelson_2002", "Oud_2018", "Sep_2021",
    "van_der_Valk_2021", "Cohen_2006_Estrogens", "Cohen_2006_SkeletalMuscleRelaxants",
)  # fmt: skip


def test_what_is_expected_of_records_is_fitted_to_published_sizes():
    constants = RecordsConstants()
    assert fit_sizes() == pytest.approx((constants.logit, constants.slope, constants.spread), abs=0.05)


def test_no_review_that_is_measured_is_among_the_sizes():
    assert not {row["review"] for row in read_rows(SIZES)} & set(MEASURED)


def test_sizes_that_count_as_others_lie_just_beyond_those_of_reviews():
    sizes = [int(row["records"]) for row in read_rows(SIZES)]
    assert RecordsConstants().fewest <= min(sizes)
    assert RecordsConstants().most >= max(sizes)


def test_the_page_says_what_the_sizes_show():
    assert "of 48 other reviews" in make_page([])
