"""The demo as a project: docstrings of this Python, to try answers with."""

from pathlib import Path

from likewise.app.demo import make_demo_documents
from likewise.app.reviewer import find_reviewer
from likewise.progress import Progress, report_stage
from likewise.project.creating import create_project
from likewise.project.project import find_path


def make_demo_project(folder: str, by: str | None = None, progress: Progress | None = None) -> Path:
    """Make a project of the docstrings that the demo searches; the first session ranks it.

    Parameters
    ----------
    folder : str
        Where to.
    by : str or None, default=None
        Who makes it.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    pathlib.Path
        The file: "demo.likewise", or with a number if that is there.

    Raises
    ------
    UserError
        If nothing can be written there.

    Examples
    --------
    >>> make_demo_project("projects")  # doctest: +SKIP
    """
    report_stage(progress, "reading")
    examples, pile = make_demo_documents()
    number = 1
    while (path := find_path(Path(folder, "demo" if number == 1 else f"demo-{number}"))).exists():
        number += 1
    report_stage(progress, "writing")
    return create_project(path, examples, pile, by=find_reviewer(by))
