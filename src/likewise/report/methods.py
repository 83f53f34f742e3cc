"""The methods section of a report: a paragraph for a paper, and every setting, version and fingerprint."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from likewise import registry
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.result import Result
from likewise.plural import about, count_noun
from likewise.report.page import Fact
from likewise.text.detection import CHARACTERS
from likewise.text.spans import WordRule

#: How the default works, as a journal wants it.
_DEFAULT_IN_WORDS = (
    "Documents were represented by tf-idf weighted word counts. They were ranked by a random walk with restart at "
    "the examples on the graph of each document's nearest neighbours (Page et al. 1999; Tong, Faloutsos and Pan "
    "2006), combined with the cosine similarity to the mean of the examples in the space of words and in a latent "
    "semantic space (Deerwester et al. 1990). {labels} The number of relevant documents and the "
    "probability of each were estimated from the ranks that examples reach when they are left out, from the "
    "agreement between examples, and from gaps in the graph. Near-duplicates were detected by the overlap of their "
    "words (Broder 1997)"
)
_WITHOUT_ANSWERS = (
    "No negative examples were used: the examples were treated as labelled positives among unlabelled documents "
    "(Elkan and Noto 2008)."
)
_WITH_ANSWERS = (
    "The examples were treated as labelled positives among unlabelled documents (Elkan and Noto 2008). Decisions were "
    "added as labels: a linear classifier with squared hinge loss on words and pairs of words was trained on them, and "
    "its scores were combined with the others."
)
_REFERENCES = (
    "References: Broder AZ (1997), On the resemblance and containment of documents, Proc. Compression and "
    "Complexity of Sequences; Deerwester S et al. (1990), Indexing by latent semantic analysis, J. Am. Soc. Inf. "
    "Sci. 41(6); Elkan C, Noto K (2008), Learning classifiers from only positive and unlabeled data, Proc. KDD; "
    "Page L et al. (1999), The PageRank citation ranking: bringing order to the web, Stanford InfoLab; Tong H, "
    "Faloutsos C, Pan J-Y (2006), Fast random walk with restart and its applications, Proc. ICDM"
)
_PACKAGES = ("numpy", "scipy", "scikit-learn")


def write_methods(result: Result) -> str:
    """Describe how the documents were found, with everything that is needed to find them again.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    str
        Sentences.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> write_methods(Finder("centroid").find(["red wine"], ["tea", "wine"]))[:50]
    '2 documents were ranked by similarity to 1 example'
    """
    documents = count_noun(len(result.pile), "document was", "documents were")
    compared = f"{documents} ranked by similarity to {count_noun(result.n_examples, 'example')}"
    paper = registry.describe(result.method).paper.rstrip(".")
    sentences = [
        f"{compared} with likewise {version('likewise')}, method {result.method}{f' ({paper})' if paper else ''}",
        _describe_decisions(result),
        _summarise_method(result),
        _describe_parameters(result),
        _describe_words(result),
        f"{result.n_taken:,} of {result.n_ranked:,} ranked documents were suggested, by the cut-off of the method",
        _describe_estimate(result),
        f"versions: {', '.join(f'{name} {number}' for name, number in _versions())}",
        _REFERENCES if result.method == DEFAULT_METHOD else "",
        "; ".join(f"SHA-256 of the ids and texts of {role}: {print_}" for role, print_ in _fingerprints(result)),
    ]
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences if sentence)


def list_settings(result: Result) -> tuple[Fact, ...]:
    """List every setting, version and fingerprint.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    tuple of (str, str)
        Name and value.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list_settings(Finder("centroid").find(["red wine"], ["tea", "wine"]))[:2]
    (('method', 'centroid'), ('seed', '0'))
    """
    rule = result.evidence.rule if result.evidence is not None else None
    return (
        ("method", result.method),
        *((name, _value(value)) for name, value in result.settings.items() if name != "params"),
        *((name, _value(value)) for name, value in _params(result).items()),
        *_defaults(result),
        *((("stop words", _stop_words(rule)), ("stemmer", rule.stemmer or "none")) if rule else ()),
        ("likewise", version("likewise")),
        *_versions(),
        *((f"SHA-256 of {role}", print_) for role, print_ in _fingerprints(result)),
    )


def _describe_decisions(result: Result) -> str:
    """Say how many documents a person had decided on, which the search learned from."""
    yes, no = (int((result.table["decision"] == answer).sum()) for answer in ("yes", "no"))
    if not yes + no:
        return ""
    return f"{count_noun(yes + no, 'document')} had been screened before and decided: {yes:,} included, {no:,} excluded"


def _summarise_method(result: Result) -> str:
    """Return a method's summary; the default, which no paper describes, has a paragraph about how it works."""
    if result.method != DEFAULT_METHOD:
        return registry.describe(result.method).summary
    return _DEFAULT_IN_WORDS.format(labels=_WITH_ANSWERS if _describe_decisions(result) else _WITHOUT_ANSWERS)


def _versions() -> list[Fact]:
    return [("Python", platform.python_version()), *((name, version(name)) for name in _PACKAGES)]


def _defaults(result: Result) -> list[Fact]:
    """Return the parameters of the method that have their defaults, without those that do not change the result."""
    left_out = {"n_jobs", "random_state", "callback", "verbose", "profile", *_params(result)}
    parameters = registry.describe(result.method).parameters
    return [(name, _value(value)) for name, value in parameters.items() if name not in left_out]


def _params(result: Result) -> Mapping[str, Any]:
    """Return the parameters of the method that were set."""
    params: Mapping[str, Any] = result.settings.get("params") or {}
    return params


def _describe_parameters(result: Result) -> str:
    seed = result.settings.get("seed")
    params = ", ".join(f"{name} = {_value(value)}" for name, value in _params(result).items())
    profile = f", the profile {result.settings['profile']}" if result.settings.get("profile") else ""
    return (
        f"its parameters were {params or 'the defaults'}{profile}, and "
        f"{'there was no seed' if seed is None else f'the seed was {seed}'}"
    )


def _describe_words(result: Result) -> str:
    if result.evidence is None:
        return ""
    rule = result.evidence.rule
    if rule.language == CHARACTERS:
        return "the texts have no spaces between words, so every two neighbouring characters were counted as a word"
    stems = "words were not stemmed" if rule.stemmer is None else f"words were stemmed ({rule.stemmer})"
    return f"texts were processed as {rule.language.capitalize()}; stop words: {_stop_words(rule)}; {stems}"


def _describe_estimate(result: Result) -> str:
    estimate = result.estimate
    if estimate is None:
        return "how many there are was not estimated"
    if estimate.verdict == "cannot tell":
        return f"how many there are could not be estimated: {estimate.assumption}"
    further = "further " if (result.table["decision"] == "yes").any() else ""
    return (
        f"the number of {further}documents like the examples was estimated at {about(estimate.count)} "
        f"({100 * estimate.level:.0f} % interval {about(estimate.low)}–{about(estimate.high)}), on this assumption: "
        f"{estimate.assumption}"
    )


def _fingerprints(result: Result) -> list[Fact]:
    given = (("the examples", result.examples), ("the pile", result.pile))
    return [(role, documents.fingerprint) for role, documents in given if documents is not None]


def _stop_words(rule: WordRule) -> str:
    if rule.stop_words is None:
        return "none"
    if not isinstance(rule.stop_words, str):
        return f"a custom list of {count_noun(len(list(rule.stop_words)), 'word')}"
    language = rule.language if rule.stop_words == "auto" else rule.stop_words
    return f"the {language.capitalize()} list of {'scikit-learn' if language == 'english' else 'stop-words'}"


def _value(value: object) -> str:
    return "by default" if value is None else str(value)
