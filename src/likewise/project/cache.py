"""Counted and prepared documents beside a project: made again whenever they are missing, old or damaged."""

import hashlib
import json
import shutil
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.errors import UserError
from likewise.project.batches import Batch

if TYPE_CHECKING:
    from likewise.finder import Collection

_ENDING, _SUMS = "-cache", "checksums.json"


def cache_folder(path: Path) -> Path:
    """Return the folder beside a project.

    Examples
    --------
    >>> cache_folder(Path("review.likewise")).name
    'review.likewise-cache'
    """
    return path.with_name(f"{path.name}{_ENDING}")


def name_collections(batches: Sequence[Batch], settings: dict[str, Any]) -> list[str]:
    """Name the collections of the documents as they were after each batch that added to the pile.

    Parameters
    ----------
    batches : sequence of Batch
        In order.
    settings : dict
        What words are counted with.

    Returns
    -------
    list of str
        Hashes, the last one of all documents; one more for each batch of the pile. Other examples make all of them
        other ones.

    Examples
    --------
    >>> name_collections([], {})
    []
    """
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for batch in batches:
        if batch.role == "examples":
            digest.update(_name(batch))
    names = []
    for batch in batches:
        if batch.role == "pile":
            digest.update(f" {batch.number} ".encode() + _name(batch))
            names.append(digest.hexdigest()[:16])
    return names


def _name(batch: Batch) -> bytes:
    """Name the documents of a batch: those of another project may have the same texts and other columns."""
    return f"{batch.fingerprint}{batch.facts.get('table_sum', '')}".encode()


def load_cached(path: Path, names: Sequence[str], n_jobs: int | None) -> "tuple[int, Collection] | None":
    """Load the newest collection that is there and whole.

    Parameters
    ----------
    path : pathlib.Path
        Of the project.
    names : sequence of str
        As of `name_collections`.
    n_jobs : int or None
        Threads of the searches to come.

    Returns
    -------
    n_batches : int
        How many batches of the pile are in it.
    collection : Collection
        None if there is none: nothing but time is lost then.
    """
    from likewise.finder import Collection

    for number in range(len(names), 0, -1):
        folder = cache_folder(path) / names[number - 1]
        if not folder.is_dir():
            continue
        try:
            if not _is_whole(folder):
                raise UserError("damaged")
            return number, Collection.load(folder, n_jobs)
        except UserError:
            with suppress(OSError):
                shutil.rmtree(folder)
    return None


def save_cached(path: Path, name: str, collection: "Collection") -> bool:
    """Keep a collection beside a project, if the place allows it, and remove those of earlier documents.

    Nothing is written if all that was made of it is there already.

    Parameters
    ----------
    path : pathlib.Path
        Of the project.
    name : str
        As of `name_collections`.
    collection : Collection
        What to keep.

    Returns
    -------
    bool
        Whether it is kept.
    """
    folder = cache_folder(path)
    if _has_all(folder / name, collection):
        return True
    try:
        folder.mkdir(exist_ok=True)
        collection.save(folder / name)
        sums = json.dumps(_checksums(folder / name))
        (folder / name / _SUMS).write_text(sums, encoding="utf-8")
        for other in folder.iterdir():
            if other.name != name and not other.name.startswith("."):
                shutil.rmtree(other, ignore_errors=True)
    except (OSError, UserError):  # a full disk, a read-only place, a vectorizer of one's own: it goes without
        return False
    return True


def _has_all(folder: Path, collection: "Collection") -> bool:
    """Tell whether what is kept has the parts that are made when they are first needed, if they were made."""
    prepared = collection.prepared_by_default
    parts = {
        _SUMS: True,
        "prepared": prepared is not None,
        "prepared/phrases.data.npy": prepared is not None and prepared.phrases is not None,
        "phrases.data.npy": collection.counted_phrases is not None,
    }
    return all((folder / part).exists() for part, is_made in parts.items() if is_made)


def _is_whole(folder: Path) -> bool:
    try:
        known = json.loads((folder / _SUMS).read_text(encoding="utf-8"))
        return bool(known == _checksums(folder))
    except (OSError, ValueError):
        return False


def _checksums(folder: Path) -> dict[str, int]:
    sums = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != _SUMS:
            total = 0
            with file.open("rb") as stream:
                while piece := stream.read(1 << 22):
                    total = zlib.crc32(piece, total)
            sums[str(file.relative_to(folder))] = total
    return sums
