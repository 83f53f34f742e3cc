"""Texts with labels, for simulations and comparisons."""

from typing import Any

from likewise.errors import UserError


def read_labelled(path: str, *, text: str | None = None, label: str | None = None) -> tuple[list[str], list[Any]]:
    r"""Read texts and their labels.

    Parameters
    ----------
    path : str
        A path for `likewise.readers.read`.
    text, label : str or None, default=None
        Columns; None guesses.

    Returns
    -------
    texts : list of str
        The documents.
    labels : list of str, or of lists of str
        The label of each, or its labels.

    Raises
    ------
    UserError
        If no column looks like labels.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\ntea,a pot of tea\n")
    ...     read_labelled(str(path))
    (['a glass of wine', 'a pot of tea'], ['wine', 'tea'])
    """
    from likewise.readers import read

    documents = read(path, text=text, label=label, keep_copies=True)
    if documents.label is None:
        columns = ", ".join(documents.table.columns)
        raise UserError(
            f"no column of {path} looks like labels; name the column of labels, of: {columns}", parameter="label"
        )
    return documents.text.to_list(), documents.label.to_list()
