"""The words in which people decide, in the languages and programs of the trade, and the columns that hold them."""

import re
from functools import lru_cache
from typing import Any

from likewise.documents.spelling import fold_one
from likewise.errors import UserError

#: Words without case, accents and punctuation, by what they mean.
_WORDS: dict[str, tuple[str, ...]] = {
    "yes": (
        *("yes", "y", "1", "true", "t", "x", "ok", "in", "include", "included", "inclusion", "accept", "accepted"),
        *("relevant", "eligible", "keep", "kept", "select", "selected", "yes include"),
        *("ja", "j", "wahr", "eingeschlossen", "einschliessen", "einschließen", "einschluss", "treffer"),
        *("oui", "o", "vrai", "inclus", "incluse", "inclure", "pertinent", "retenu"),
        *("si", "verdadero", "incluido", "incluida", "incluir", "relevante", "vero", "incluso", "inclusa", "includi"),
        *("sim", "verdadeiro", "incluido", "waar", "opgenomen", "insluiten", "ingesloten", "relevant ja"),
        *("да", "д", "включено", "включить", "是", "对", "纳入", "はい", "예", "evet", "tak", "ano", "igen", "kylla"),
    ),
    "no": (
        *("no", "n", "0", "false", "f", "out", "exclude", "excluded", "exclusion", "reject", "rejected", "irrelevant"),
        *("not relevant", "ineligible", "not eligible", "not included", "do not include", "drop", "dropped", "discard"),
        *("discarded", "removed", "no exclude", "non relevant"),
        *("nein", "falsch", "ausgeschlossen", "ausschliessen", "ausschließen", "ausschluss", "nicht relevant"),
        *("non", "faux", "exclu", "exclue", "exclure", "non pertinent", "rejete"),
        *("falso", "excluido", "excluida", "excluir", "no relevante", "irrelevante", "escluso", "esclusa", "escludi"),
        *("non rilevante", "nao", "nao relevante", "nee", "onwaar", "uitgesloten", "uitsluiten", "niet relevant"),
        *("нет", "исключено", "исключить", "否", "不", "排除", "いいえ", "아니요", "hayir", "nie", "ne", "nem", "ei"),
    ),
    "unsure": (
        *("unsure", "maybe", "uncertain", "unclear", "undecided", "perhaps", "possibly", "conflict", "discuss"),
        *("to discuss", "not sure", "dont know", "don t know", "u", "m", "borderline", "in conflict"),
        *("vielleicht", "unsicher", "unklar", "moglicherweise", "peut etre", "incertain", "quiza", "quizas", "tal vez"),
        *(
            "incierto",
            "dudoso",
            "forse",
            "incerto",
            "talvez",
            "misschien",
            "onzeker",
            "возможно",
            "也许",
            "可能",
            "不确定",
        ),
    ),
}
_MEANING = {fold_one(word): meaning for meaning, words in _WORDS.items() for word in words}
_SIGNS = {
    **dict.fromkeys("✓✔☑✅+", "yes"),
    **dict.fromkeys("✗✘☒❌✖", "no"),
    **dict.fromkeys(("?", "??", "???", "¿", "❓"), "unsure"),
}
#: What says nothing; "example" is what an export says of a document that is one.
_NOTHING = frozenset(("", "na", "n a", "nan", "none", "null", "nil", "example", "not seen", "pending", "todo"))

#: Columns that say why a document is excluded.
REASON_COLUMNS = (
    *("reason", "reasons", "exclusionreason", "exclusionreasons", "reasonforexclusion", "reasonsforexclusion"),
    *("excludereason", "reasonexcluded", "whyexcluded", "ausschlussgrund", "grund"),
)
#: Columns, without case and punctuation, in which a person decides, strongest first.
OWN_COLUMNS = (
    *("included", "include", "labelincluded", "finalincluded", "includeexclude", "includedexcluded", "inclusion"),
    *("finaldecision", "screeningdecision", "reviewdecision", "asreviewlabel", "verdict", "vote", "answer"),
    *("relevant", "isrelevant", "relevance", "einschluss", "eingeschlossen", "inclus", "incluido", "incluso"),
    *("entscheidung", "decisao", "decisione", "beslissing", "besluit"),
)
#: Ours and everybody's.
DECISION_COLUMNS = ("decision", "decisionlikewise")
#: Columns that may hold decisions: they count if they hold nothing else.
POSSIBLE_COLUMNS = ("screening", "status", "label", "labels", "tags", "tag", "class", "rating", "judgement", "judgment")


def parse_decision(value: Any) -> str | None:
    """Read a decision, however it is written.

    Parameters
    ----------
    value : object
        included, excluded, yes, no, maybe, x, 1, 0, ja, oui, … in any case, or the same as a bool or a number; nothing.

    Returns
    -------
    str or None
        "yes", "no" or "unsure"; None where nothing is decided.

    Raises
    ------
    UserError
        If it is anything else.

    Examples
    --------
    >>> [parse_decision(value) for value in ("Included", 0, "peut-être", "x", "1,0", "ja?", "", None)]
    ['yes', 'no', 'unsure', 'yes', 'yes', 'unsure', None, None]
    """
    return _parse("" if value is None else str(value))


@lru_cache(maxsize=4096)
def _parse(value: str) -> str | None:
    written = re.sub(r"(?<=\d)[.,]0+$", "", value.strip())
    if written in _SIGNS:
        return _SIGNS[written]
    if written in ("-1", "-", "--", "–"):
        return None
    words = fold_one(written)
    if words in _MEANING:
        return "unsure" if written.endswith("?") else _MEANING[words]
    if words in _NOTHING:
        return None
    raise UserError(f"{value!r} is not a decision; write yes, no or unsure")


def is_decision(value: Any) -> bool:
    """Tell whether a value is a decision, or nothing.

    Examples
    --------
    >>> is_decision("Exclude"), is_decision("wine")
    (True, False)
    """
    try:
        parse_decision(value)
    except UserError:
        return False
    return True
