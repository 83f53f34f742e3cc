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


def among_examples(examples: Iterable[str], pile: Iterable[str]) -> NDArray[np.bool_]:
    """Tell which documents of the pile are examples; documents without text never are.

    Parameters
    ----------
    examples, pile : iterable of str
        Texts.

    Returns
    -------
    array of bool of shape (n_pile,)
        True where the text is an example's.

    Examples
    --------
    >>> among_examples(["Red wine", ""], ["red  wine", "tea", ""]).tolist()
    [True, False, False]
    """
    known = {normalised(text) for text in examples} - {""}
    return np.fromiter((normalised(text) in known for text in pile), dtype=bool)
