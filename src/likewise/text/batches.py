"""Documents in batches of bounded size, worked on by several threads, given back in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from likewise.errors import UserError

Item = TypeVar("Item")
Result = TypeVar("Result")

BATCH_CHARACTERS = 2_000_000
"""Text that is held at a time, for each thread."""

_DOCUMENT_OVERHEAD = 100  # an empty document costs memory too: a pointer, an offset, an empty list


def batches(documents: Iterable[str], size: int = BATCH_CHARACTERS) -> Iterator[list[str]]:
    """Cut a stream of documents into lists of about `size` characters, checking each document.

    Parameters
    ----------
    documents : iterable of str
        A list, a generator, a column of a table; read once, from first to last.
    size : int
        A batch is closed by the document with which it reaches this many characters.

    Examples
    --------
    >>> [len(batch) for batch in batches(["some words"] * 5, size=300)]
    [3, 2]
    >>> list(batches(["yes", None]))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: document 1 (counting from 0) is None, and every document must be a string; ...
    """
    _check_iterable(documents)
    batch: list[str] = []
    held = 0
    for position, text in enumerate(documents):
        if not isinstance(text, str):
            raise UserError(_not_a_string(position, text))
        batch.append(text)
        held += len(text) + _DOCUMENT_OVERHEAD
        if held >= size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def in_order(work: Callable[[Item], Result], items: Iterable[Item], n_jobs: int) -> Iterator[Result]:
    """Do the same work on every item, on `n_jobs` threads, and yield the results in the order of the items.

    No more than ``n_jobs + 1`` items are held at a time, so a stream may be endless.

    Examples
    --------
    >>> list(in_order(len, ["a", "bb", ""], n_jobs=2))
    [1, 2, 0]
    """
    if n_jobs == 1:
        yield from map(work, items)
        return
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(n_jobs, thread_name_prefix="likewise") as pool:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > n_jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _check_iterable(documents: Any) -> None:
    """Refuse what can be iterated over, but not into documents."""
    if isinstance(documents, str | bytes):
        raise UserError("documents must be a list or another iterable of strings, not one string; put it into a list")
    shape = getattr(documents, "shape", (0,))
    if isinstance(documents, Mapping) or len(shape) != 1:
        kind = type(documents).__name__
        raise UserError(f"documents must be a list or one column of strings, not a {kind}; choose its column of text")
    if not isinstance(documents, Iterable):
        raise UserError(f"documents must be a list or another iterable of strings, not {documents!r}")


def _not_a_string(position: int, text: object) -> str:
    where = f"document {position} (counting from 0)"
    if text is None:
        return f'{where} is None, and every document must be a string; give "" for one without text, or leave it out'
    if isinstance(text, bytes):
        return f"{where} is bytes, and every document must be a string; decode it first"
    return f"{where} is {text!r} of type {type(text).__name__}, and every document must be a string"
