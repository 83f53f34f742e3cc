"""Ten thousand damaged files for each reader: documents or one sentence, never a traceback and never a hang."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.readers.mutations import check_file, mutated
from tests.readers.samples import SAMPLES


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_reader_survives_ten_thousand_mutated_files(kind, tmp_path):
    samples = SAMPLES[kind]()

    @settings(
        max_examples=10_000, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(st.integers(0, 2**64))
    def check(seed):
        check_file(tmp_path / f"pile{kind}", mutated(samples, seed))

    check()
