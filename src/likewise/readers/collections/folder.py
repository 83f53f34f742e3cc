"""A folder: every file in it and in its subfolders that can be read, documents and tables alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.progress import Progress
from likewise.readers.collections.files import FileList, NamedFile, read_files


def read_folder(
    folder: Path,
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    source: str | None = None,
    progress: Progress | None = None,
    follow_links: bool = False,
    keep_copies: bool = False,
    read_archive: Callable[..., Documents] | None = None,
) -> Documents:
    """Read every file in a folder and its subfolders, in order of their names.

    A file such as .txt or .pdf is one document; the rows of tables found there are documents too. Hidden files are
    skipped; what cannot be read is listed.

    Parameters
    ----------
    folder : pathlib.Path
        The folder.
    text, label, id : str or None, default=None
        As of `likewise.readers.read`; `text` and `id` are those of the tables.
    source : str or None, default=None
        What to call the folder; None is its path.
    progress : callable or None, default=None
        Called with a `Stage` that says how many files are read, and of how many.
    follow_links : bool, default=False
        Whether links that lead out of the folder are read, too; otherwise they are listed as not read.
    keep_copies : bool, default=False
        Whether what several of the files have stays several documents.
    read_archive : callable or None, default=None
        Reads the .zip files in the folder, whose names then begin the names of their files; None lists them as not
        read.

    Returns
    -------
    Documents
        Columns `file` (name relative to the folder), `folder` (the subfolder, which may serve as a label), `text`, and
        what else the files have.

    Raises
    ------
    UserError
        If no file in it can be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (pathlib.Path(folder) / "wine").mkdir()
    ...     _ = pathlib.Path(folder, "wine", "red.txt").write_text("red wine")
    ...     _ = pathlib.Path(folder, "tea.md").write_text("green tea")
    ...     read_folder(pathlib.Path(folder)).table.rows()
    [('tea.md', '', 'green tea'), ('wine/red.txt', 'wine', 'red wine')]
    """
    source = str(folder) if source is None else source
    files = list_files(folder, follow_links=follow_links)
    if not files.files and not files.unread:
        raise UserError(f"folder {source} is empty; give a folder of files such as .pdf, .docx, .txt or .csv")
    return read_files(
        files,
        source,
        text=text,
        label=label,
        id=id,
        progress=progress,
        keep_copies=keep_copies,
        read_archive=read_archive,
    )


def list_files(folder: Path, *, follow_links: bool = False) -> FileList:
    """List the files of a folder and its subfolders that are not hidden by name, and tell what cannot be opened.

    Parameters
    ----------
    folder : pathlib.Path
        The folder.
    follow_links : bool, default=False
        Whether links that lead out of the folder are listed as files.

    Returns
    -------
    FileList
        Names are relative to the folder, and in order.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "red.txt").write_text("red wine"), pathlib.Path(folder, ".hidden").write_text("")
    ...     files = list_files(pathlib.Path(folder))
    >>> [file.name for file in files.files], files.n_hidden
    (['red.txt'], 1)
    """
    paths: list[Path] = []
    unread: list[tuple[str, str]] = []
    hidden = 0
    root = folder.resolve()
    visited: set[Path] = set()

    def cannot_open(error: OSError) -> None:
        unread.append((str(error.filename), f"the folder cannot be opened: {error.strerror}"))

    for parent, folders, files in os.walk(folder, onerror=cannot_open, followlinks=follow_links):
        hidden += sum(map(is_hidden, [*folders, *files]))
        place = Path(parent).resolve()
        if place in visited:  # by a link that leads back
            folders[:] = []
            continue
        visited.add(place)
        folders[:] = [name for name in folders if not is_hidden(name)]
        for path in (Path(parent, name) for name in [*folders, *files] if not is_hidden(name)):
            name = path.relative_to(folder).as_posix()
            leads_out = path.is_symlink() and path.exists() and not path.resolve().is_relative_to(root)
            if leads_out and not follow_links:
                unread.append((name, "a link that leads out of the folder, and is not followed"))
            elif path.is_file():
                paths.append(path)
            elif not path.is_dir():  # a pipe would wait for ever
                unread.append((name, "no regular file, or a link to nowhere"))
    named = [NamedFile(path, path.relative_to(folder).as_posix()) for path in paths]
    return FileList(tuple(sorted(named, key=lambda file: file.name)), hidden, tuple(unread))


def is_hidden(name: str) -> bool:
    """Tell whether a file or folder is passed over, by its name.

    Examples
    --------
    >>> is_hidden("__MACOSX"), is_hidden("wine")
    (True, False)
    """
    # What other systems leave behind in folders and archives.
    return name.startswith(".") or name in ("__MACOSX", "Thumbs.db", "desktop.ini")
