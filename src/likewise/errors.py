"""What the user can put right: the one exception that a command line or a page turns into a sentence."""


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
