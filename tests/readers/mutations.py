"""Files that are nearly right: samples with bytes changed, cut, doubled, swapped and put in."""

import random
import signal
from contextlib import contextmanager

from likewise.errors import UserError
from likewise.readers import Documents, read

_TOKENS = (
    b"",
    b"\0",
    b"\n",
    b"\r\n",
    b'"',
    b"{",
    b"}",
    b"<",
    b">",
    b"%",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x80",
    b"9" * 30,
)
_SECONDS_OF_A_HANG = 30


def mutated(samples, seed):
    """Take a sample and damage it in one to five places."""
    draw = random.Random(seed)
    data = draw.choice(samples)
    for _ in range(draw.randint(1, 5)):
        at, other = draw.randint(0, len(data)), draw.randint(0, len(data))
        size = draw.randint(0, min(64, len(data)))
        kind = draw.choice(["cut", "end", "put", "flip", "double", "move", "bytes"])
        if kind == "cut":
            data = data[:at] + data[at + size :]
        elif kind == "end":
            data = data[:at]
        elif kind == "put":
            data = data[:at] + draw.choice(_TOKENS) + data[at:]
        elif kind == "flip":
            data = data[:at] + bytes(byte ^ 1 << draw.randint(0, 7) for byte in data[at : at + 1]) + data[at + 1 :]
        elif kind == "double":
            data = data[:at] + data[at : at + size] + data[at:]
        elif kind == "move":
            data = data[:at] + data[other : other + size] + data[at + size :]
        else:
            data = data[:at] + draw.randbytes(8) + data[at:]
    return data


@contextmanager
def no_hang():
    """Fail where a reader does not come back."""

    def stop(*_):
        raise AssertionError(f"the reader was still at it after {_SECONDS_OF_A_HANG} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS_OF_A_HANG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def check_file(path, data, **options):
    """Read a file that may be anything: documents come back that are whole, or one sentence does."""
    path.unlink(missing_ok=True)  # ext4 sends to the disk at once what is written over another file, and waits for it
    path.write_bytes(data)
    try:
        with no_hang():
            documents = read(path, **options)
    except UserError as error:
        said = str(error)
        assert path.name in said or str(path) in said, said
        assert "\n" not in said
        assert "; " in said, f"no way out: {said}"
        return None
    assert isinstance(documents, Documents)
    assert len(documents.ids) == len(documents.text) == documents.table.height > 0
    assert documents.text.null_count() == 0
    assert documents.ids.n_unique() == len(documents)
    return documents
