"""Texts without what differs between tools: case, accents, punctuation, spaces and mark-up."""

import re
import unicodedata

import numpy as np
import polars as pl

from likewise.documents.markup import strip_markup

#: What is left of markup that nobody knows.
_MARK_UP = r"</?[a-zA-Z][^<>]{0,30}>|&[a-zA-Z]{2,8};|&#\d{1,6};"
#: What becomes of each byte of an ASCII text: a small letter, a digit or a space; a zero ends a text.
_END, _SPACE = 0, 32
_FOLDED_BYTES = bytes(
    byte if byte == _END else ord(chr(byte).lower()) if byte < 128 and chr(byte).isalnum() else _SPACE
    for byte in range(256)
)
#: Texts that are folded at once, so that memory stays small.
_CHUNK = 4096


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
    >>> fold(pl.Series(["Crème  brûlée:", "<i>Vitis</i>-grapes", "H&lt;sub&gt;2&lt;/sub&gt;O", None])).to_list()
    ['creme brulee', 'vitis grapes', 'h2o', '']
    """
    written = texts.cast(pl.String).fill_null("")
    has_mark_up = written.str.contains("<", literal=True) | written.str.contains("&", literal=True)
    if has_mark_up.any():
        places = has_mark_up.arg_true()
        written = written.scatter(places, strip_markup(written.gather(places)).str.replace_all(_MARK_UP, " "))
    is_ascii = written.str.len_bytes() == written.str.len_chars()
    # Most documents are ASCII, which is read far quicker byte by byte than with the tables of Unicode.
    folded = _fold_ascii(
        written if is_ascii.all() else pl.select(pl.when(is_ascii).then(written).otherwise(pl.lit(""))).to_series()
    )
    if not is_ascii.all():
        other = (~is_ascii).arg_true()
        letters = written.gather(other).str.normalize("NFKD").str.replace_all(r"\p{M}+", "").str.to_lowercase()
        folded = folded.scatter(other, letters.str.replace_all(r"[^\p{L}\p{N}]+", " ").str.strip_chars())
    return folded.alias(texts.name)


def _fold_ascii(texts: pl.Series) -> pl.Series:
    """Fold texts without accents: all of a chunk in one array of bytes."""
    folded: list[str] = []
    plain = texts.str.replace_all("\0", " ", literal=True)
    for start in range(0, len(plain), _CHUNK):
        joined = "\0".join(plain[start : start + _CHUNK].to_list()).encode("ascii").translate(_FOLDED_BYTES)
        letters = np.frombuffer(joined, dtype=np.uint8)
        # A space stays after a letter only, so that there is never a second one.
        is_kept = letters != _SPACE
        is_kept[1:] |= letters[:-1] > _SPACE
        folded += letters[is_kept].tobytes().replace(b" \0", b"\0").rstrip(b" ").decode("ascii").split("\0")
    return pl.Series(folded, dtype=pl.String)


def fold_one(text: str | None) -> str:
    """Write one text as `fold` does.

    Examples
    --------
    >>> fold_one("Effects of Wine, Part II.")
    'effects of wine part ii'
    """
    plain = text or ""
    if "<" in plain or "&" in plain:
        plain = re.sub(_MARK_UP, " ", strip_markup(pl.Series([plain]))[0])
    letters = unicodedata.normalize("NFKD", plain).lower()
    return " ".join(re.findall(r"[^\W_]+", "".join(each for each in letters if not unicodedata.combining(each))))
