"""The content of a report: what was read, how many there are, how far to read, what was found, and by which method."""

from pathlib import PurePath

from likewise.errors import UserError
from likewise.finder.audit import RULE_OF_THREE, draw_audit
from likewise.finder.result import Result
from likewise.finder.titles import list_titles
from likewise.plural import about, count_noun
from likewise.report.account import Account
from likewise.report.documents import list_documents
from likewise.report.figures import describe_outlook, draw_probability_figure, draw_recall_figure, draw_topics_figure
from likewise.report.flow import list_flow
from likewise.report.methods import list_settings, write_methods
from likewise.report.page import Fact, Report
from likewise.report.prisma import draw_prisma, list_facts
from likewise.report.sources import describe_sources, get_language_code, get_source_name


def make_report(
    result: Result, n_documents: int = 100, *, date: str | None = None, account: Account | None = None
) -> Report:
    """Make the report of a result.

    Parameters
    ----------
    result : Result
        The ranking.
    n_documents : int, default=100
        Documents in the list.
    date : str or None, default=None
        When, if the report is to say so; without it the same result gives the same report.
    account : Account or None, default=None
        What became of the records of a project, and who decided.

    Returns
    -------
    Report
        For `likewise.report.page.render_report`.

    Raises
    ------
    UserError
        If `n_documents` is below 0.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> report = make_report(Finder("centroid").find(["red wine"], ["green tea", "a glass of wine"]))
    >>> report.title, report.count
    ('Documents like 1 example, among 2 documents', '1 of 2 documents looks like your example.')
    """
    if n_documents < 0:
        raise UserError(f"a report of {n_documents:,} documents cannot be made; give a number of 0 or more")
    estimate = result.estimate
    is_estimated = estimate is not None and estimate.verdict != "cannot tell"
    found = estimate if estimate is not None and estimate.verdict == "found" else None
    firm_up, audit = _audit(result) if is_estimated else ((), ())
    return Report(
        title=_title(result),
        count=_sentence(result.summary),
        figures=_figures(result, is_estimated=is_estimated),
        rests_on=_rests_on(result),
        firm_up=firm_up,
        audit=audit,
        sources=describe_sources(result),
        flow=list_flow(result) if account is None else list_facts(account.prisma),
        diagram=None if account is None else draw_prisma(account.prisma),
        account=() if account is None else account.reviewers,
        recall_words=_recall_words(result),
        recall=None if found is None else draw_recall_figure(result, found),
        probability_words=_probability_words(result),
        probability=draw_probability_figure(result),
        documents_words=_documents_words(result, n_documents),
        documents=list_documents(result, n_documents),
        topics_words=_topics_words(result),
        topics=draw_topics_figure(result.topics),
        words=result.words,
        notes=tuple(_sentence(note) for note in dict.fromkeys(result.notes)),
        methods=write_methods(result) if account is None else f"{account.describe()} {write_methods(result)}",
        settings=list_settings(result),
        date=date,
        language=get_language_code(result),
    )


def _title(result: Result) -> str:
    source = get_source_name(result.pile) or ""
    name = source if ", " in source else PurePath(source).name  # of several paths, all
    where = f"in {name}" if name else f"among {count_noun(len(result.pile), 'document')}"
    return f"Documents like {count_noun(result.n_examples, 'example')}, {where}"


def _figures(result: Result, *, is_estimated: bool) -> tuple[Fact, ...]:
    known: list[Fact] = [(f"{result.n_taken:,}", "suggested, above the cut-off")]
    if is_estimated:
        at = result.at(result.n_taken)
        missed = f"{about(at.missed)} ({about(at.missed_low)}–{about(at.missed_high)})"
        known += [(about(at.good), "of these expected to be right"), (missed, "expected to be missed")]
    return (*known, (f"{result.n_ranked:,}", "ranked"), (f"{result.n_examples:,}", "given as examples"))


def _rests_on(result: Result) -> tuple[str, ...]:
    estimate = result.estimate
    if estimate is None:
        return (f"The method {result.method} chooses a cut-off, but no number of documents is estimated.",)
    if estimate.verdict == "cannot tell":
        if result.n_taken:
            return ("Suggested are the documents that are most like the examples; how many match is not known.",)
        return ("Only the ranking can be used: the documents that are most like the examples come first.",)
    interval = f"This is a {100 * estimate.level:.0f} % interval."
    sentences = (f"{interval} It rests on this assumption: {estimate.assumption}.",)
    recall = result.recall
    if recall is None or not (result.table["decision"] == "yes").any():
        return sentences
    shares = f"{100 * recall.share:.0f} %, {100 * recall.low:.0f}–{100 * recall.high:.0f} %"
    total = about(recall.found / recall.share)
    return (*sentences, f"With your examples and answers, {recall.found:,} of about {total} are found ({shares}).")


def _audit(result: Result) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
    """Say how many documents to read at random, what that shows, and draw them."""
    audit = draw_audit(result)
    if not audit.n_below:
        return (), ()
    if not audit.ids:
        return (f"Read the {count_noun(audit.n_below, 'document')} below the cut-off too, to be certain.",), ()
    advice = (
        f"Read {len(audit.ids):,} documents drawn at random from the {audit.n_below:,} below the cut-off. If none of "
        f"them is one you look for, then at most about {about(RULE_OF_THREE * audit.each)} are missed (with 95 % "
        f"confidence). If some are, each of them stands for about {about(audit.each)} below the cut-off."
    )
    learn = "Give your decisions to the next search, which learns from them."
    titles = dict(zip(result.pile.ids.to_list(), list_titles(result.pile).to_list(), strict=True))
    return (advice, learn), tuple((name, titles[name]) for name in audit.ids)


def _recall_words(result: Result) -> str:
    if result.estimate is None:
        return f"The method {result.method} does not estimate what reading further would bring."
    if result.estimate.verdict == "cannot tell":
        return "These examples do not show what reading further would bring."
    if result.estimate.verdict == "none":
        return "Probably there are none, so there is nothing to draw: look at the first few to be certain."
    return f"{_sentence(describe_outlook(result.at(result.n_taken)))} Every document read further down brings less."


def _probability_words(result: Result) -> str:
    n_known = len(result.table) - result.table["probability"].null_count()
    if not n_known:
        return "These examples do not show how likely each document is."
    if n_known == 1:
        return "Only one document has a probability; see the list below."
    if result.table["lower"].null_count() == len(result.table):
        return "How likely each document is to be like the examples, according to the method."
    return "How likely each document is to be like the examples; the band shows the interval of each probability."


def _documents_words(result: Result, n_documents: int) -> str:
    n_ranked = result.n_ranked
    shown = min(n_documents, n_ranked)
    if not shown:
        return "No document is listed here."
    which = f"All {shown:,} documents that have a rank."
    if n_ranked == 1:
        which = "The only document that has a rank."
    elif shown < n_ranked:
        which = f"The first {shown:,} of {n_ranked:,} documents that have a rank."
    return f"{which} The words that make a document similar to the examples are marked."


def _topics_words(result: Result) -> str:
    if not result.topics:
        return "There are too few documents, or they are too similar, for several topics."
    return f"The {count_noun(result.n_found, 'document')} found fall into {count_noun(len(result.topics), 'topic')}."


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
