"""Dense vectors of texts that need no network and no training: the mean of vectors of their word pieces.

The vectors of the pieces, and how to cut words into them, lie in the package wordllama, which the extra ``embed``
installs; its own loader looks for files elsewhere first, so only its files are used.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError

_PACKAGE = "wordllama"
_PIECES, _VECTORS = "tokenizers/l2_supercat_tokenizer_config.json", "weights/l2_supercat_256.safetensors"
#: Texts that are cut into pieces at once.
_BATCH = 10_000


def has_static_vectors() -> bool:
    """Tell whether the extra ``embed`` is installed.

    Examples
    --------
    >>> has_static_vectors() in (True, False)
    True
    """
    return all(find_spec(name) is not None for name in (_PACKAGE, "safetensors", "tokenizers"))


def static_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return a vector for each text: near for texts that mean alike, even without a common word.

    Parameters
    ----------
    texts : sequence of str
        Documents; short ones gain most.

    Returns
    -------
    ndarray of shape (n_texts, 256)
        Means of the vectors of their word pieces; all 0 for a text without any.

    Raises
    ------
    UserError
        If the extra ``embed`` is not installed.

    Examples
    --------
    >>> static_vectors(["red wine", "a glass of merlot"]).shape  # doctest: +SKIP
    (2, 256)
    """
    cut, vectors = _load()
    result = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    for start in range(0, len(texts), _BATCH):
        for place, pieces in enumerate(cut(list(texts[start : start + _BATCH])), start=start):
            if pieces:
                result[place] = vectors[pieces].mean(axis=0)
    return result


def _load() -> tuple[Any, NDArray[np.float32]]:
    """Return what cuts texts into numbers of pieces, and the vectors of the pieces."""
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise UserError(
            "vectors of texts need the packages of the extra embed; in the folder of likewise's source, run: "
            "pip install '.[embed]'"
        )
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = Path(found.origin).parent
    tokenizer = Tokenizer.from_file(str(folder / _PIECES))
    vectors = next(iter(load_file(str(folder / _VECTORS)).values())).astype(np.float32)

    def cut(texts: list[str]) -> list[list[int]]:
        return [pieces.ids for pieces in tokenizer.encode_batch(texts, add_special_tokens=False)]

    return cut, vectors
