"""What the user can put right: the one exception that the command line turns into a sentence and exit code 2."""


class UserError(ValueError):
    """A mistake of the user's, said in one sentence with a way out.

    Examples
    --------
    >>> raise UserError("pile.csv has no column 'abstract'; it has: id, title")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: pile.csv has no column 'abstract'; it has: id, title
    """

    def __str__(self) -> str:
        # Names of files and columns are the user's, and may hold line ends and control characters.
        return " ".join("".join(letter if letter.isprintable() else " " for letter in super().__str__()).split())
