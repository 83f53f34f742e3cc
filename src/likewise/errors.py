"""What the user can put right: the one exception that a command line or a page turns into a sentence."""

from collections.abc import Sequence


class UserError(ValueError):
    """A mistake of the user's, described in one sentence with a way out.

    Parameters
    ----------
    message : str
        The sentence. It names things as the library does, never as an option of the command line.
    parameter : str or None, default=None
        Name of the parameter that the mistake is in, such as "text". The command line names its option beside the
        message, a page marks its field.

    Attributes
    ----------
    parameter : str or None
        As given.

    Examples
    --------
    >>> raise UserError("pile.csv has no column 'abstract'; it has: id, title", parameter="text")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: pile.csv has no column 'abstract'; it has: id, title
    """

    def __init__(self, message: str = "", *, parameter: str | None = None) -> None:
        super().__init__(message)
        self.parameter = parameter

    def __str__(self) -> str:
        # Names of files and columns are the user's, and may hold line ends and control characters.
        return " ".join("".join(letter if letter.isprintable() else " " for letter in super().__str__()).split())


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
