"""Examples that lie in the pile, too, and the warning where that cannot be right."""

import numpy as np
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.documents.identity import Keys
from likewise.documents.matching import are_too_many, match_examples
from likewise.finder.messages import notes_on_too_many_examples


def recognise_examples(examples: Documents, pile: Documents, keys: Keys) -> tuple[NDArray[np.intp], list[str]]:
    """Find the examples in the pile; by their text alone where other keys would find far too many.

    Parameters
    ----------
    examples, pile : Documents
        From anywhere.
    keys : list
        What `likewise.documents.identity.keys_of` says of the pile.

    Returns
    -------
    twins : array of int of shape (n_pile,)
        The example that each document is; -1 for those that are none.
    notes : list of str
        A warning, if there would have been too many.

    Examples
    --------
    >>> from likewise.documents.identity import keys_of
    >>> from likewise.finder.inputs import as_documents
    >>> pile = as_documents(["tea", "Red wine"], "pile")
    >>> recognise_examples(as_documents(["red wine"], "examples"), pile, keys_of(pile))[0].tolist()
    [-1, 0]
    """
    twins = match_examples(examples, pile, keys)
    n_matched = int((twins >= 0).sum())
    if not are_too_many(n_matched, len(examples)):
        return twins, []
    by_text = match_examples(examples, pile, keys, text_only=True)
    n_left = int((by_text >= 0).sum())
    return by_text, notes_on_too_many_examples(n_matched, len(examples), n_left) if n_left < n_matched else []
