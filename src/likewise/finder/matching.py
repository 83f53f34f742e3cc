"""Examples that lie in the pile as well: found by their text, however it is spaced and capitalised."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def normalised(text: str) -> str:
    r"""Write a text so that spacing and capitals make no difference.

    Examples
    --------
    >>> normalised("Red\n  WINE ")
    'red wine'
    """
    return " ".join(text.casefold().split())


def matching_examples(examples: Iterable[str], pile: Iterable[str]) -> NDArray[np.intp]:
    """Tell which example each document of the pile is; documents without text are none.

    Parameters
    ----------
    examples, pile : iterable of str
        Texts.

    Returns
    -------
    array of int of shape (n_pile,)
        Position of the first example with the same text; -1 where there is none.

    Examples
    --------
    >>> matching_examples(["", "Red wine", "red wine"], ["red  wine", "tea", ""]).tolist()
    [1, -1, -1]
    """
    known: dict[str, int] = {}
    for place, text in enumerate(examples):
        known.setdefault(normalised(text), place)
    known.pop("", None)
    return np.fromiter((known.get(normalised(text), -1) for text in pile), dtype=np.intp)
