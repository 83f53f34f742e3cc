"""What is prepared, kept in a folder: arrays that are mapped into memory when they are read."""

from os import PathLike
from pathlib import Path

import numpy as np

from likewise.array_folder import read_folder, write_folder
from likewise.engine.constants import Constants
from likewise.engine.prepare import Prepared
from likewise.errors import UserError
from likewise.text.weighting import Weighting

#: What a folder says that it is; a newer layout gets the next number.
KIND = "likewise prepared 2"


def save_prepared(prepared: Prepared, path: str | PathLike[str]) -> Path:
    """Write prepared documents to a folder, whole or not at all.

    Parameters
    ----------
    prepared : Prepared
        What to keep.
    path : str or path-like
        The folder.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    UserError
        If its constants are not the usual ones, its rows stand for others, or it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.engine import prepare
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_prepared(prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]]), f"{folder}/prepared")
    ...     load_prepared(path).n_documents
    3
    """
    if prepared.constants != Constants():
        raise UserError("only documents that were prepared with the usual constants can be saved; prepare them again")
    if prepared.stands_for is not None:
        raise UserError("documents that stand for others of a larger pile cannot be saved; search the pile again")
    arrays = {name: getattr(prepared, name) for name in ("order", "weighted", "kept", "graph", "latent")}
    if prepared.phrases is not None:
        arrays["phrases"] = prepared.phrases
    target = Path(path).expanduser()
    weighting = prepared.weighting
    facts = {"average_length": float(weighting.average_length_), "profile": prepared.profile}
    write_folder(target, KIND, {**arrays, "idf": weighting.idf_}, facts)
    return target


def load_prepared(path: str | PathLike[str]) -> Prepared:
    """Read what `save_prepared` wrote.

    Parameters
    ----------
    path : str or path-like
        The folder.

    Returns
    -------
    Prepared
        The same; its arrays are read from disk as they are used.

    Raises
    ------
    UserError
        If it is not there, damaged, or of another kind.

    Examples
    --------
    >>> load_prepared("nowhere")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: nowhere cannot be read as likewise prepared 2: it is not there, damaged or of ...
    """
    arrays, facts = read_folder(Path(path).expanduser(), KIND)
    try:
        n_documents, n_words = arrays["weighted"].shape
        fits = (
            sorted({*arrays} - {"phrases"}) == ["graph", "idf", "kept", "latent", "order", "weighted"]
            and ("phrases" not in arrays or arrays["phrases"].shape[0] == n_documents)
            and facts["profile"] in Constants().blends
            and arrays["kept"].shape == (n_documents, n_words)
            and arrays["graph"].shape == (n_documents, n_documents)
            and arrays["latent"].ndim == 2
            and len(arrays["latent"]) == n_documents
            and arrays["idf"].shape == (n_words,)
            and np.array_equal(np.sort(arrays["order"]), np.arange(n_documents))
        )
        weighting = Weighting("tfidf-log")
        weighting.idf_, weighting.n_features_in_ = np.asarray(arrays["idf"], dtype=np.float64), n_words
        weighting.average_length_ = float(facts["average_length"])
    except (KeyError, TypeError, ValueError, AttributeError):
        fits = False
    if not fits:
        raise UserError(f"{path} is damaged: its parts do not fit together; prepare the documents again")
    return Prepared(
        np.asarray(arrays["order"]),
        weighting,
        arrays["weighted"],
        arrays["kept"],
        arrays["graph"],
        np.asarray(arrays["latent"]),
        arrays.get("phrases"),
        str(facts["profile"]),
    )
