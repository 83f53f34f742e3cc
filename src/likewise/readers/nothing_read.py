"""The error of a file without a document, which ends no reading of a source in parts."""

from collections.abc import Sequence

from likewise.errors import UserError


class NothingReadError(UserError):
    """A file, or some files, in which there is not one document.

    Whoever reads a source in parts goes on with the next.

    Parameters
    ----------
    message : str
        As of `UserError`.
    unread : sequence of (str, str), default=()
        What was not read, and why.

    Attributes
    ----------
    unread : tuple of (str, str)
        As given.

    Examples
    --------
    >>> NothingReadError("scans has nothing that can be read", [("a.png", "of a kind that is not read")]).unread
    (('a.png', 'of a kind that is not read'),)
    """

    def __init__(self, message: str = "", unread: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.unread = tuple(unread)
