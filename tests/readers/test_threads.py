"""Files of every kind are read in several threads at once as they are read one after the other."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from likewise.errors import UserError
from likewise.readers import read
from tests.readers.samples import SAMPLES

_TIMES = 20


def outcome(path):
    """What a file gives: its documents, or the sentence that is said instead."""
    try:
        documents = read(path)
    except UserError as error:
        return str(error).replace(str(path), path.name)
    return documents.ids.to_list(), documents.text.to_list(), documents.notes, documents.columns


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_two_threads_read_what_one_reads(kind, tmp_path, capfd, recwarn):
    paths = []
    for number, sample in enumerate(SAMPLES[kind]()):
        for name, data in (("whole", sample), ("damaged", sample[: len(sample) // 2] + sample[len(sample) // 2 + 9 :])):
            paths.append(tmp_path / f"{number} {name}{kind}")
            paths[-1].write_bytes(data)
    alone = [outcome(path) for path in paths]
    start = threading.Barrier(2)

    def read_all(_):
        start.wait()
        return [[outcome(path) for path in paths] for _ in range(_TIMES)]

    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(read_all, range(2)))
    assert together == [[alone] * _TIMES] * 2
    assert capfd.readouterr() == ("", "")
    assert [str(warning.message) for warning in recwarn] == []
