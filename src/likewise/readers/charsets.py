"""Text in the encoding that a web page or a mail says it is in, by the names that browsers and mail programs use."""

from __future__ import annotations

import codecs

# Browsers read Latin-1 and ASCII as Windows-1252, and the older Chinese and Japanese names as what contains them.
_MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "tis-620": "cp874",
}
_NAMES = {"x-sjis": "cp932", "ks_c_5601-1987": "cp949", "x-gbk": "gb18030", "x-mac-roman": "mac-roman"}
# Python knows these as well, but no text is in them; some take quadratic time, others make half characters.
_REFUSED = frozenset({"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})


def decoded(data: bytes, charset: str) -> tuple[str, list[str]] | None:
    """Decode bytes that are said to be in an encoding.

    Parameters
    ----------
    data : bytes
        Text.
    charset : str
        The name that the page or mail gives, in any spelling.

    Returns
    -------
    tuple of str and list of str, or None
        The text, and a few words if parts of it could not be decoded; None if there is no such encoding.

    Examples
    --------
    >>> decoded("“café”".encode("cp1252"), "ISO-8859-1")
    ('“café”', [])
    >>> decoded(b"tea", "x-unknown") is None
    True
    """
    name = charset.strip().strip("\"'").lower()
    try:
        found = codecs.lookup(_NAMES.get(name, name)).name
        found = _MEANT.get(found, found)
        if found.replace("_", "-") in _REFUSED:
            return None
        return data.decode(found), []
    except UnicodeDecodeError:
        return data.decode(found, errors="replace"), [f"not all of it is {found} as it says; what is not became \ufffd"]
    except (LookupError, ValueError):  # not known, or no encoding of text; a name with NUL
        return None
