"""Which encoding a text is in that is not Unicode: of Western or Central Europe, a Mac, Cyrillic, or East Asia."""

from __future__ import annotations

import re

#: What to call each encoding in a note.
NAMES: dict[str, str] = {
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
    "mac_roman": "Mac Roman",
    "cp1250": "Windows-1250 (Central European)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp932": "Shift JIS (Japanese)",
    "gb18030": "GB18030 (Chinese)",
    "big5hkscs": "Big5 (Chinese)",
    "cp949": "Windows-949 (Korean)",
    "euc_jp": "EUC-JP (Japanese)",
    "cp1253": "Windows-1253 (Greek)",
    "koi8_r": "KOI8-R (Cyrillic)",
}
# The accented letters of languages in Latin script, by encoding. The measures of charset-normalizer do not tell these
# encodings apart: every byte is a letter in each of them.
_ALPHABETS: dict[str, tuple[str, ...]] = {
    "cp1252": (
        *("äöüß", "àâæçèéêëîïôœùûüÿ", "áéíñóúü", "àáâãçéêíóôõú", "àèéìíîòóùú", "åäöé", "æøåéòô"),
        *("áðéíóúýþæö", "àáèéëïóöü", "äöõüšž", "àçèéíïòóúü"),
    ),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "äöüß"),
    "cp1254": ("çğıöşüâîûi̇",),
}
# Other scripts: the letters that must occur in a text that is in the encoding, their least share among all characters
# beyond ASCII, and what is added to the measure of charset-normalizer (0 is best, above 0.2 is nonsense): kana prove
# that a text is Japanese, while any text of China may look like one of Korea.
_SCRIPTS: dict[str, tuple[re.Pattern[str], float, float]] = {
    "cp1251": (re.compile("[\u0400-\u04ff]"), 0.8, 0.0),
    "koi8_r": (re.compile("[\u0400-\u04ff]"), 0.8, 0.01),
    "cp1253": (re.compile("[\u0370-\u03ff]"), 0.8, 0.01),
    "cp932": (re.compile("[\u3040-\u30ff]"), 0.3, -0.2),
    "euc_jp": (re.compile("[\u3040-\u30ff]"), 0.3, -0.2),
    "gb18030": (re.compile("[\u4e00-\u9fff]"), 0.7, 0.0),
    "big5hkscs": (re.compile("[\u4e00-\u9fff]"), 0.7, 0.01),
    "cp949": (re.compile("[\uac00-\ud7af]"), 0.7, 0.1),
}
# Letters and the apostrophe of Mac Roman where no text of Windows has what their bytes are there: within a word a
# capital letter (Š, Œ, Ž, Ÿ, Õ) or nothing at all, between two small letters a sign (‡, ˆ, ‰, ‹, ˜, ›). And bytes that
# are letters within words in Windows-1252 and its relatives, or in DOS, but not in Mac Roman.
_MAC = (
    re.compile(rb"[\x8a\x8c-\x90\x9d\x9f](?:(?<=[a-z].)(?![A-Z\x80-\xff])|(?<=[A-Z].)(?=[a-z]))", re.DOTALL),
    re.compile(rb"[\x87-\x89\x8b\x98\x9b\xd5](?<=[a-z].)(?=[a-z])", re.DOTALL),
)
_NOT_MAC = (
    re.compile(rb"[\xdf-\xff](?:(?<=[a-z].)|(?<=[A-Z].)(?=[a-z]))", re.DOTALL),
    re.compile(rb"[\x80-\x84](?<=[a-z].)(?=[a-z])", re.DOTALL),
)
_FEWEST_MAC, _MOST_OTHERS = 3, 0.25
# Bytes that are searched for them, which takes a third of a second.
_MOST_SEARCHED = 20_000_000
# Fewer bytes beyond ASCII than this show nothing: quotation marks and a name or two occur in any Western text.
_FEWEST_BYTES = 8
# Share of bytes beyond ASCII in words that have any: an accent here and there is Latin, other scripts are nearly all.
_LATIN_SHARE = 0.55
# How much better than Windows-1252 another encoding must be: by the measure, and by the share of letters explained.
_CLEARLY_BETTER = 0.1
# Share of the sample that must be left when damaged characters are taken out.
_LEAST_WHOLE = 0.98
_WINDOW = 4_000
_WINDOWS = 4
_BESIDE_LETTERS = re.compile(r"(?<=[^\W\d_])[^\x00-\x7f]|[^\x00-\x7f](?=[^\W\d_])")
# Bytes that are never part of a longer character, in any of these encodings.
_BETWEEN_WORDS = re.compile(rb"[\x00-/:-?]+")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def detect_legacy_encoding(data: bytes) -> str:
    """Detect the encoding of text that is neither UTF-8 nor UTF-16 nor UTF-32.

    No more is looked at than a bounded size. Windows-1252 is assumed unless another encoding fits clearly better.

    Parameters
    ----------
    data : bytes
        The text.

    Returns
    -------
    str
        A key of `NAMES`.

    Examples
    --------
    >>> detect_legacy_encoding("Красное вино стоит на столе.".encode("cp1251"))
    'cp1251'
    >>> detect_legacy_encoding("Rødvin på bordet, brød og ost på øen.".encode("cp1252"))
    'cp1252'
    """
    sample = _take_sample(data)
    words = [word for word in _BETWEEN_WORDS.split(sample) if len(word) > 1 and not word.isascii()]
    n_beyond = sum(len(_BEYOND_ASCII.findall(word)) for word in words)
    is_latin = n_beyond < _LATIN_SHARE * sum(map(len, words))
    if is_latin and _is_mac_roman(data[:_MOST_SEARCHED]):
        return "mac_roman"
    if n_beyond < _FEWEST_BYTES:
        return "cp1252"
    if is_latin:
        return _choose_latin(b" ".join(words))
    return _choose_script(b" ".join(words))


def _take_sample(data: bytes) -> bytes:
    """Take a few pieces of text that is not ASCII, from the beginning to the end."""
    pieces: list[bytes] = []
    end = 0
    for number in range(_WINDOWS):
        found = _BEYOND_ASCII.search(data, max(end, number * len(data) // _WINDOWS))
        if found is None:
            break
        # Only white space shows where a character begins; without it, only the first piece is certain to be whole.
        before = data[max(0, found.start() - 200) : found.start()]
        start = found.start() - len(before) + max(before.rfind(b"\n"), before.rfind(b" ")) + 1
        if number and b" " not in before and b"\n" not in before:
            continue
        end = min(len(data), found.start() + _WINDOW)
        piece = data[start:end]
        whole = len(piece) if end == len(data) else max(piece.rfind(b"\n"), piece.rfind(b" "))
        pieces.append(piece[:whole] if whole > 0 else piece)
    return b"\n".join(pieces)


def _is_mac_roman(data: bytes) -> bool:
    """Tell whether bytes stand where only Mac Roman has letters, as in tables that Excel for Mac saves."""
    n_mac, n_others = (sum(len(pattern.findall(data)) for pattern in several) for several in (_MAC, _NOT_MAC))
    return n_mac >= _FEWEST_MAC and n_others <= _MOST_OTHERS * n_mac


def _choose_latin(sample: bytes) -> str:
    """Choose the encoding in which most accented letters are those of one language."""
    shares = {encoding: _explained_share(sample, encoding) for encoding in _ALPHABETS}
    best = max(shares, key=lambda encoding: shares[encoding])
    return best if shares[best] > shares["cp1252"] + _CLEARLY_BETTER else "cp1252"


def _explained_share(sample: bytes, encoding: str) -> float:
    # Signs beside letters count, since they are letters in another encoding; those beside digits do not.
    letters = _BESIDE_LETTERS.findall(sample.decode(encoding, "replace").lower())
    return max(sum(letter in alphabet for letter in letters) for alphabet in _ALPHABETS[encoding]) / max(
        1, len(letters)
    )


def _choose_script(sample: bytes) -> str:
    """Choose the encoding of another script that makes the least nonsense of the sample."""
    measured = {name: _measure(sample, name) for name in _SCRIPTS if _is_script(name, sample)}
    if not measured:
        return "cp1252"
    best = min(measured, key=lambda name: measured[name] + _SCRIPTS[name][2])
    return best if measured[best] + _CLEARLY_BETTER <= _measure(sample, "cp1252") else "cp1252"


def _measure(sample: bytes, encoding: str) -> float:
    """Measure how much nonsense an encoding makes of a sample: 0 is none, 1 is nothing else."""
    from charset_normalizer import from_bytes  # here, because few files need it

    # A damaged character would make the library refuse the encoding altogether.
    whole = sample.decode(encoding, "ignore").encode(encoding, "ignore")
    if len(whole) < _LEAST_WHOLE * len(sample):
        return 1.0
    match = from_bytes(whole, cp_isolation=[encoding], threshold=0.6, preemptive_behaviour=False).best()
    return 1.0 if match is None else match.chaos


def _is_script(encoding: str, sample: bytes) -> bool:
    """Tell whether the text has the letters that a text in this encoding has."""
    letters, share, _ = _SCRIPTS[encoding]
    beyond_ascii = "".join(character for character in sample.decode(encoding, "replace") if character > "\x7f")
    return len(letters.findall(beyond_ascii)) >= share * len(beyond_ascii)
