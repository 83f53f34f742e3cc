"""Damaged files for each reader: documents or one sentence, never a traceback and never a hang."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from likewise.readers.registry import DOCUMENT_READERS, MULTI_TABLE_READERS, TABLE_READERS
from tests.readers.mutations import check_file, mutated
from tests.readers.samples import SAMPLES

# Drawing a seed takes as long as reading a file, so each stands for several files.
_FILES_OF_A_SEED = 25


@pytest.mark.parametrize("n_files", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_reader_survives_mutated_files(kind, n_files, tmp_path, capfd):
    samples = SAMPLES[kind]()

    @settings(
        max_examples=n_files // _FILES_OF_A_SEED,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def check(seed):
        for number in range(_FILES_OF_A_SEED):
            check_file(tmp_path / f"pile{kind}", mutated(samples, f"{seed} {number}"))

    check()
    assert capfd.readouterr() == ("", "")


def test_every_reader_has_a_sample():
    readers = {**DOCUMENT_READERS, **TABLE_READERS, **MULTI_TABLE_READERS}
    assert {readers[kind] for kind in SAMPLES if kind in readers} == set(readers.values())
