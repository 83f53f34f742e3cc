"""What a search found, in sentences that a person reads first: how many there are, and what to know of the examples."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.plural import about, count_noun
from likewise.text.auto import DEFAULT_LANGUAGE
from likewise.text.detection import CHARACTERS
from likewise.text.spans import WordRule

#: Most ids that a sentence names.
_MOST_NAMED = 5
COPIES = (
    "most of your examples are near-copies of each other and show only a part of what you look for; "
    "add some that differ"
)
MORE_EXAMPLES = "two or three more examples would make the order and the count surer"
CANNOT_TELL = "to learn where to stop, give more examples, or decide on a few documents and search again with that"
NONE = "hardly any document of the pile is like your examples; look at the first few, and try other examples"
NONE_LEFT = (
    "hardly any document that is left is like those you said yes to; read a random sample of them before you stop"
)
#: A ranking is worth reading even where its cut-off is wrong.
NOTHING_FOUND = (
    "no document passed the cut-off, but the order still holds: read from the top, "
    "and give examples that differ more from each other"
)


def count_in_words(estimate: Estimate | None, n_taken: int, n_said: int, n_ranked: int, n_examples: int) -> str:
    """Say how many there are, what that rests on, and how many are taken.

    Parameters
    ----------
    estimate : Estimate or None
        Of the documents that nobody has decided; None if there is none.
    n_taken : int
        Documents above the cut-off.
    n_said : int
        Documents that a person said yes to.
    n_ranked : int
        Documents that nobody has decided.
    n_examples : int
        Examples given.

    Returns
    -------
    str
        One sentence without a full stop.

    Examples
    --------
    >>> count_in_words(None, 10, 0, 20, 4)
    '10 of 20 documents look like your 4 examples'
    """
    if not n_ranked and n_said:
        return f"every document is decided; you said yes to {n_said:,}"
    besides = f", besides {n_said:,} that you said yes to" if n_said else ""
    if estimate is None:
        documents, verb = "document" if n_ranked == 1 else "documents", "looks" if n_taken == 1 else "look"
        examples = "example" if n_examples == 1 else f"{n_examples:,} examples"
        return f"{n_taken:,} of {n_ranked:,} {documents} {verb} like your {examples}{besides}"
    if estimate.verdict == "cannot tell":
        use = f"{n_taken:,} suggested as the most similar{besides}" if n_taken else "only the ranking can be used"
        return f"cannot tell from these examples how many there are: {estimate.assumption}; {use}"
    these = "more like these" if n_said else "like these"
    count = f"about {about(estimate.count)} {these} ({about(estimate.low)}–{about(estimate.high)})"
    if estimate.verdict == "none":
        count = f"probably none {these} (at most {about(estimate.high)})"
    # The usual assumption is a condition; the others say why there is less to rest on.
    rests = f", if {estimate.assumption}" if estimate.assumption == Estimate.assumption else f": {estimate.assumption}"
    return f"{count}{rests}; {n_taken:,} suggested{besides}"


def notes_on(
    estimate: Estimate | None, *, n_taken: int, n_examples: int, are_copies: bool, odd: Sequence[str], n_said: int = 0
) -> list[str]:
    """Say what a person should know of the examples and of what was found.

    Parameters
    ----------
    estimate : Estimate or None
        How many there are.
    n_taken : int
        Documents above the cut-off.
    n_examples : int
        Examples that have words.
    are_copies : bool
        Whether most examples are near-copies of each other.
    odd : sequence of str
        Ids of the examples that are unlike the rest.
    n_said : int, default=0
        Documents that a person said yes to.

    Returns
    -------
    list of str
        Sentences without full stops.

    Examples
    --------
    >>> notes_on(None, n_taken=1, n_examples=12, are_copies=False, odd=["a", "b", "c"])
    ['3 of 12 examples are unlike the rest: a, b, c; leave them out if they are mistakes']
    """
    notes = []
    if are_copies:
        notes.append(COPIES)
    if estimate is not None and n_examples == 1:
        notes.append(MORE_EXAMPLES)
    if odd:
        named = ", ".join(odd[:_MOST_NAMED]) + (f" and {len(odd) - _MOST_NAMED:,} more" if odd[_MOST_NAMED:] else "")
        verb, them = ("is", "it out if it is a mistake") if len(odd) == 1 else ("are", "them out if they are mistakes")
        notes.append(f"{len(odd):,} of {n_examples:,} examples {verb} unlike the rest: {named}; leave {them}")
    if estimate is not None and estimate.verdict == "cannot tell":
        notes.append(CANNOT_TELL)
    elif estimate is not None and estimate.verdict == "none":
        notes.append(NONE_LEFT if n_said else NONE)
    elif not n_taken and not n_said:
        notes.append(NOTHING_FOUND)
    return notes


def notes_on_examples_in_pile(twins: NDArray[np.intp]) -> list[str]:
    """Say how many documents of the pile are examples; there must be others too.

    Parameters
    ----------
    twins : ndarray of int of shape (n_pile,)
        The example that each document is; -1 for those that are none.

    Returns
    -------
    list of str
        Sentences without full stops.

    Raises
    ------
    UserError
        If all of them are.

    Examples
    --------
    >>> notes_on_examples_in_pile(np.array([0, -1]))
    ['1 document of the pile is among the examples and not ranked']
    """
    matched = twins >= 0
    if matched.all():
        raise UserError(
            "every document of the pile is one of the examples; give a pile that has others too, or check whether "
            "examples and pile are swapped"
        )
    if not matched.any():
        return []
    documents = count_noun(int(matched.sum()), "document of the pile is", "documents of the pile are")
    return [f"{documents} among the examples and not ranked"]


def notes_on_too_many_examples(n_matched: int, n_examples: int, n_left: int) -> list[str]:
    """Warn that far more documents seemed to be examples than there are, and say what was done.

    Examples
    --------
    >>> notes_on_too_many_examples(297, 8, 8)[0][:62]
    'CHECK THIS: 297 documents of the pile have a DOI, title or oth'
    """
    warning = (
        f"CHECK THIS: {n_matched:,} documents of the pile have a DOI, title or other number of one of your "
        f"{count_noun(n_examples, 'example')}, so that these numbers cannot be right; examples were recognised by "
        f"their text alone, which leaves {n_left:,}"
    )
    return [warning]


def notes_on_decided_examples(n_refused: int, *, count: bool) -> list[str]:
    """Say that some examples were decided against, and whether that counts.

    Examples
    --------
    >>> notes_on_decided_examples(1, count=True)
    ['you said no to 1 document that is an example: it counts as no, and no longer as an example']
    >>> notes_on_decided_examples(2, count=False)[0].partition(";")[0]
    'you said no to all examples, and yes to nothing, so that they still count'
    """
    if not n_refused:
        return []
    if not count:
        still = "so that they still count; say yes to a document, or give another example"
        return [f"you said no to all examples, and yes to nothing, {still}"]
    documents = count_noun(n_refused, "document that is an example", "documents that are examples")
    they = "it counts as no, and no longer as an example" if n_refused == 1 else "they count as no, and not as examples"
    return [f"you said no to {documents}: {they}"]


def notes_on_wordless(n_wordless: int) -> list[str]:
    """Say that some documents have a text, but no word that others have.

    Examples
    --------
    >>> notes_on_wordless(1)
    ['1 document shares no word with the others and ranks last; perhaps it is short, or in another language']
    """
    if not n_wordless:
        return []
    share = count_noun(n_wordless, "document shares", "documents share")
    last = "ranks last; perhaps it is" if n_wordless == 1 else "rank last; perhaps they are"
    return [f"{share} no word with the others and {last} short, or in another language"]


def notes_on_language(language: str) -> list[str]:
    """Say which language was detected, unless it is the usual one.

    Examples
    --------
    >>> notes_on_language("german"), notes_on_language("english")
    (['language detected: German (another can be set)'], [])
    """
    if language == DEFAULT_LANGUAGE:
        return []
    if language == CHARACTERS:
        return ["no spaces between words: characters are counted in pairs (another language can be set)"]
    return [f"language detected: {language.capitalize()} (another can be set)"]


def notes_on_other_languages(others: Mapping[str, int], rule: WordRule) -> list[str]:
    """Say how many documents of the pile look like another language than most.

    Examples
    --------
    >>> notes_on_other_languages({"german": 15, "characters": 1}, WordRule(others=("german",)))
    ['documents in other languages than English: 15 German, 1 without spaces between words; words are counted in ...']
    """
    if not others:
        return []
    names = {CHARACTERS: "without spaces between words"}
    listed = ", ".join(f"{number:,} {names.get(other, other.capitalize())}" for other, number in others.items())
    usual = "most" if rule.language == CHARACTERS else rule.language.capitalize()
    own = "words are counted in the language of each document; " if rule.others else ""
    advice = f"{own}they share few words with the rest, so give examples in their language too, or they rank low"
    return [f"documents in other languages than {usual}: {listed}; {advice}"]


def notes_on_groups(groups: NDArray[np.int64]) -> list[str]:
    """Say how many documents are near-copies of each other.

    Examples
    --------
    >>> notes_on_groups(np.array([1, 1, 0]))
    ['2 documents of the pile are near-copies of each other, in 1 group']
    """
    n_groups = int(groups.max(initial=0))
    if not n_groups:
        return []
    documents = f"{int((groups > 0).sum()):,} documents of the pile are near-copies of each other"
    return [f"{documents}, in {count_noun(n_groups, 'group', 'groups')}"]
