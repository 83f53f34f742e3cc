"""The process that decodes Parquet files for another one: a script of its own, which imports only polars.

On its input come files, each after its length in eight bytes; on its output go answers, each a letter, its length in
eight bytes and its content: "T" a table in Arrow's stream format, "E" what polars says is wrong, "P" a panic.
"""

from __future__ import annotations

import io
import sys
from typing import BinaryIO

import polars as pl


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more.

    Parameters
    ----------
    requests, answers : binary streams
        As the head of this file says.

    Examples
    --------
    >>> answers = io.BytesIO()
    >>> serve(io.BytesIO((4).to_bytes(8, "little") + b"PAR1"), answers)
    >>> answers.getvalue()[:1]
    b'E'
    """
    while header := requests.read(8):
        kind, content = _decode(requests.read(int.from_bytes(header, "little")))
        answers.write(kind + len(content).to_bytes(8, "little"))
        answers.write(content)
        answers.flush()


def _decode(data: bytes) -> tuple[bytes, bytes]:
    try:
        table = pl.read_parquet(io.BytesIO(data), use_pyarrow=False, hive_partitioning=False)
        stream = io.BytesIO()
        table.write_ipc_stream(stream)
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
        return b"E", str(error).partition("\n")[0].encode("utf-8", "replace")
    except pl.exceptions.PanicException as error:
        return b"P", str(error).encode("utf-8", "replace")
    return b"T", stream.getvalue()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
