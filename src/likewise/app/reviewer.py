"""Who answers: a name that somebody gave, or that of the login."""

import getpass
import os

from likewise.errors import UserError

_VARIABLE = "LIKEWISE_REVIEWER"


def find_reviewer(name: str | None = None) -> str:
    """Return the name that answers are written down with.

    Parameters
    ----------
    name : str or None, default=None
        Given by the reviewer; None is the environment's LIKEWISE_REVIEWER, or the name of the login.

    Returns
    -------
    str
        A name.

    Raises
    ------
    UserError
        If it is empty.

    Examples
    --------
    >>> find_reviewer(" Ana ")
    'Ana'
    """
    given = name if name is not None else os.environ.get(_VARIABLE)
    if given is None:
        try:
            given = getpass.getuser()
        except (OSError, KeyError):  # a process without a login
            given = "reviewer"
    given = " ".join(given.split())
    if not given:
        raise UserError("the name of the reviewer is empty; give one", parameter="by")
    return given
