"""Several paths, of files and folders, as one pile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.progress import Progress
from likewise.readers.collections.files import FileList, NamedFile, read_files
from likewise.readers.collections.folder import list_files


def read_several(
    paths: Sequence[Path],
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    table: str | None = None,
    progress: Progress | None = None,
    follow_links: bool = False,
    keep_copies: bool = False,
    read_archive: Callable[..., Documents] | None = None,
) -> Documents:
    r"""Read several files and folders as if all of their files lay in one folder.

    Parameters
    ----------
    paths : sequence of pathlib.Path
        At least one.
    text, label, id, table, progress, follow_links, keep_copies
        As of `likewise.readers.read`.
    read_archive : callable or None, default=None
        As of `likewise.readers.collections.files.read_files`.

    Returns
    -------
    Documents
        What several of the files have is one document; `Documents.sources` has the numbers of each file.

    Raises
    ------
    UserError
        If one of the paths cannot be read, or none of the files in a folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one, other = Path(folder, "one.csv"), Path(folder, "other.csv")
    ...     _ = one.write_text("title\nOn the storage of red wine in oak\n")
    ...     _ = other.write_text("Titel\nOn the storage of red wine in oak\nTea\n")
    ...     [tuple(source) for source in read_several([one, other]).sources]
    [('one.csv', 1, 1), ('other.csv', 2, 1)]
    """
    if not paths:
        raise UserError("there is nothing to read; give a file or a folder")
    files: list[NamedFile] = []
    unread: list[tuple[str, str]] = []
    n_hidden = 0
    distinct = list({path.resolve(): path for path in paths}.values())
    names = _name_paths(distinct)
    for path, name in zip(distinct, names, strict=True):
        check_exists(path)
        if not path.is_dir():
            files.append(NamedFile(path, name, is_required=True))
            continue
        inner = list_files(path, follow_links=follow_links)
        if not inner.files:
            raise UserError(f"folder {path} has no files to read; leave it out")
        files += [NamedFile(file.path, f"{name}/{file.name}") for file in inner.files]
        unread += [(f"{name}/{file}", reason) for file, reason in inner.unread]
        n_hidden += inner.n_hidden
    return read_files(
        FileList(tuple(files), n_hidden, tuple(unread)),
        name_a_few(names, most=3),
        text=text,
        label=label,
        id=id,
        table=table,
        progress=progress,
        keep_copies=keep_copies,
        read_archive=read_archive,
    )


def check_exists(path: Path) -> None:
    """Refuse a path where there is neither a file nor a folder.

    Parameters
    ----------
    path : pathlib.Path
        Any.

    Raises
    ------
    UserError
        If so.

    Examples
    --------
    >>> check_exists(Path("nowhere.csv"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no file or folder nowhere.csv; check the name, and the folder you are in
    """
    if not path.exists():
        raise UserError(f"there is no file or folder {path}; check the name, and the folder you are in")
    if not path.is_file() and not path.is_dir():
        raise UserError(f"{path} is neither a file nor a folder; save what it holds to a file first")


def _name_paths(paths: Sequence[Path]) -> list[str]:
    """Name paths by their last parts, or in full where two have the same."""
    names = [path.resolve().name for path in paths]
    return [str(path) if names.count(name) > 1 else name for path, name in zip(paths, names, strict=True)]
