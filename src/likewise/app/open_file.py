"""Open a document of a project with the program that the system has for its kind."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from likewise.app.own_files import FILE, explain_missing, find_own_file
from likewise.app.project_explain import find_document
from likewise.errors import UserError
from likewise.project.header import check_header
from likewise.project.project import Project, find_path


def locate_document(path: str, name: str) -> Path:
    """Find the file of a document of a project.

    Parameters
    ----------
    path : str
        The project's file.
    name : str
        Id, DOI, PMID or title of a document, or the id of an example.

    Returns
    -------
    pathlib.Path
        A file inside the folders, or among the files, that the project was made of. Where these were named from the
        folder that somebody was in, they are looked for beside the project and in the folder of today.

    Raises
    ------
    UserError
        If there is no such document, or it has no file of its own, or that is not there.
    """
    check_header(find_path(path))
    with Project(path, read_only=True) as project:
        examples = project.read_examples()
        if name in examples.ids:
            role, found, documents = "examples", name, examples
        else:
            role, found, documents = "pile", find_document(project, name), project.read_pile()
        row = documents.ids.index_of(found)
        value = documents.table[FILE][row] if FILE in documents.table.columns and row is not None else None
        sources = [batch.source for batch in project.list_batches() if batch.role == role]
        places = (project.path.resolve().parent, Path.cwd())
    given = [part for source in sources for part in (source, *source.split(", "))]
    roots = [place / Path(part).expanduser() for part in dict.fromkeys(given) if part for place in places]
    file = None if value is None else find_own_file(str(value), [root for root in roots if root.exists()])
    if file is None:
        raise explain_missing(None if value is None else str(value), found)
    return file


def open_with_system(path: Path) -> bool:
    """Let the system open a file with the program that it has for its kind.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    bool
        Whether there is something that opens files here: on a server there may be none.

    Raises
    ------
    UserError
        If the system refuses.
    """
    try:
        if sys.platform == "win32":
            os.startfile(path)
            return True
        opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        has_screen = sys.platform == "darwin" or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
        if opener is None or not has_screen:
            return False
        # Not waited for: a viewer may stay open for hours.
        subprocess.Popen(
            [opener, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}; open it yourself") from error
    return True
