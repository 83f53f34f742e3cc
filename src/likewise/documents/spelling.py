"""Texts without what differs between tools: case, accents, punctuation, spaces and mark-up."""

import re
import unicodedata

import polars as pl

_MARK_UP = r"</?[a-zA-Z][^<>]{0,30}>|&[a-zA-Z]{2,8};|&#\d{1,6};"


def fold(texts: pl.Series) -> pl.Series:
    """Write texts as lower-case words with one space between them, so that the same words are the same string.

    Parameters
    ----------
    texts : polars.Series
        Strings; null is as empty.

    Returns
    -------
    polars.Series
        Letters and digits without accents.

    Examples
    --------
    >>> fold(pl.Series(["Crème  brûlée:", "<i>Vitis</i>-grapes", None])).to_list()
    ['creme brulee', 'vitis grapes', '']
    """
    written = texts.cast(pl.String).fill_null("")
    # Most documents are ASCII without mark-up, which is read far quicker than with the tables of Unicode.
    has_mark_up = written.str.contains("<", literal=True) | written.str.contains("&", literal=True)
    if has_mark_up.any():
        places = has_mark_up.arg_true()
        written = written.scatter(places, written.gather(places).str.replace_all(_MARK_UP, " "))
    other = (written.str.len_bytes() != written.str.len_chars()).arg_true()
    folded = written.str.to_lowercase().str.replace_all("[^a-z0-9]+", " ")
    if len(other):
        letters = written.gather(other).str.normalize("NFKD").str.replace_all(r"\p{M}+", "").str.to_lowercase()
        folded = folded.scatter(other, letters.str.replace_all(r"[^\p{L}\p{N}]+", " "))
    return folded.str.strip_chars().alias(texts.name)


def fold_one(text: str | None) -> str:
    """Write one text as `fold` does.

    Examples
    --------
    >>> fold_one("Effects of Wine, Part II.")
    'effects of wine part ii'
    """
    letters = unicodedata.normalize("NFKD", re.sub(_MARK_UP, " ", text or "")).lower()
    return " ".join(re.findall(r"[^\W_]+", "".join(each for each in letters if not unicodedata.combining(each))))
