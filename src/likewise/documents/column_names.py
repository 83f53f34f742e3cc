"""Unique names of columns: what readers make of a header, and what writers put there."""

from collections.abc import Sequence


def make_column_names(cells: Sequence[str]) -> list[str]:
    """Give every column a name of its own: those of the header, numbered where they repeat or are missing.

    Parameters
    ----------
    cells : sequence of str
        The header.

    Returns
    -------
    list of str
        As many names, all different, none empty, without blanks around them; given again, they stay. Names such as
        "^a$", which polars takes for a pattern, lose the "$".

    Examples
    --------
    >>> make_column_names(["id", "note", " note", ""])
    ['id', 'note', 'note_2', 'column_4']
    """
    # A mark of byte order, and blanks of any kind on either side of it.
    bare = [cell.strip("\ufeff \t\r\n").strip() for cell in cells]
    bare = [cell.rstrip("$ ") if cell.startswith("^") and cell.endswith("$") else cell for cell in bare]
    stems = [cell or f"column_{place}" for place, cell in enumerate(bare, start=1)]
    names: list[str] = []
    for stem in stems:
        name, number = stem, 2
        while name in names or (name != stem and name in stems):
            name, number = f"{stem}_{number}", number + 1
        names.append(name)
    return names
