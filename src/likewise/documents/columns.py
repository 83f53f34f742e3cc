"""Which column is the text, the label, the id: guessed by the names that the field uses, or named by the caller."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from likewise.documents.documents import to_strings
from likewise.errors import UserError

#: What columns of several sources mean: their name in a pile of all, and the names that tools and languages have for
#: them, without case, spaces, "_", "-" and ".".
MEANINGS: dict[str, tuple[str, ...]] = {
    "title": (
        *("title", "primarytitle", "articletitle", "documenttitle", "headline", "subject", "ti", "t1"),
        *("titel", "titre", "título", "titulo", "titolo", "überschrift"),
        # Of messages and tickets.
        *("shortdescription", "betreff", "objet", "asunto", "oggetto", "assunto", "onderwerp"),
    ),
    "abstract": (
        *("abstract", "abstracttext", "notesabstract", "abstractnote", "summary", "description", "ab", "n2"),
        *("zusammenfassung", "résumé", "resumé", "resume", "resumen", "riassunto", "resumo", "samenvatting"),
        *("beschreibung", "descripción", "descripcion", "descrizione", "descrição", "descricao", "omschrijving"),
    ),
    "keywords": (
        *("keywords", "keyword", "authorkeywords", "manualtags", "kw"),
        *("schlagwörter", "schlagworte", "stichwörter", "motsclés", "motscles", "palabrasclave", "parolechiave"),
        *("palavraschave", "trefwoorden"),
    ),
    "doi": ("doi", "do", "di", "digitalobjectidentifier"),
    "pmid": ("pmid", "pubmedid", "medlinepmid"),
    "year": (
        *("year", "publicationyear", "pubyear", "py", "jahr", "erscheinungsjahr"),
        *("année", "annee", "año", "anno", "ano"),
        "jaar",
    ),
    "authors": (
        *("authors", "author", "au", "authorfullnames", "authornames"),
        *("autor", "autoren", "auteur", "auteurs", "autores", "autore"),
        *("autori", "verfasser"),
    ),
    "journal": (
        *("journal", "journaltitle", "publicationtitle", "sourcetitle", "so", "jo", "jf", "jt", "t2"),
        *("zeitschrift", "revue", "revista", "rivista", "tijdschrift"),
    ),
    "url": ("url", "urls", "ur", "link", "links"),
    "language": ("language", "la", "sprache", "langue", "idioma", "lingua", "taal"),
    "volume": ("volume", "vl", "band"),
    "issue": ("issue", "is", "heft"),
}
# The order of the groups is the order in which texts are joined; within a group the first name that is there counts.
TEXT_NAMES = (MEANINGS["title"], MEANINGS["abstract"], MEANINGS["keywords"])
BODY_NAMES = (
    *("text", "fulltext", "body", "content", "contents", "message", "document", "article", "post", "comment"),
    *("review", "tweet", "sentence", "question", "transcript"),
    *("texte", "texto", "testo", "tekst", "nachricht", "inhalt", "mensaje", "messaggio", "mensagem"),
)
#: Names of a column that holds the whole document.
_WHOLE_NAMES = frozenset({"text", "texte", "texto", "testo", "tekst"})
LABEL_NAMES = (
    *(
        "labelincluded",
        "finalincluded",
        "included",
        "include",
        "relevant",
        "isrelevant",
        "relevance",
        "label",
        "labels",
    ),
    *("class", "classes", "category", "categories", "topic", "topics", "target", "newsgroup"),
)
#: Ids of programs for tickets, which stay over all exports.
TICKET_NAMES = ("issuekey", "ticketid", "ticketnumber", "ticket", "caseid", "casenumber", "bugid", "issueid")
ID_NAMES = (
    # Of Web of Science, whose column "ID" holds keywords.
    *("ut", "ut(uniquewosid)"),
    *("id", "docid", "documentid", "recordid", "rowid", "uid", "key", "pmid"),
    *TICKET_NAMES,
    # Of Scopus, Covidence and EndNote.
    *("eid", "covidence#", "recordnumber"),
    *("pubmedid", "doi", "openalexid", "accessionnumber", "file", "filename", "path", "url", "uri", "link"),
)
_SHORTEST_TEXT = 20


def normalise(name: str) -> str:
    """Write a column name the way the lists of known names do.

    Parameters
    ----------
    name : str
        The name of a column.

    Returns
    -------
    str
        Lower case, without spaces, "_", "-" and ".".

    Examples
    --------
    >>> normalise("Primary_Title")
    'primarytitle'
    """
    return "".join(character for character in name.casefold() if character not in " _-.\t\ufeff")


def is_known(name: str) -> bool:
    """Tell whether a name is one that the field uses for a text, a label or an id.

    Parameters
    ----------
    name : str
        The name of a column.

    Returns
    -------
    bool
        True if it is.

    Examples
    --------
    >>> is_known("Abstract"), is_known("colour of hat")
    (True, False)
    """
    known = normalise(name)
    return known in BODY_NAMES + LABEL_NAMES + ID_NAMES or any(known in group for group in TEXT_NAMES)


def find_column(table: pl.DataFrame, name: str, role: str, source: str) -> str:
    """Find the column that the caller named, by its exact name or by the same name in another spelling.

    Parameters
    ----------
    table : polars.DataFrame
        The table.
    name : str
        What the caller wrote.
    role : str
        "text", "label" or "id": the parameter that the error is about.
    source : str
        What to call the table in the error.

    Returns
    -------
    str
        The name as the table has it.

    Raises
    ------
    UserError
        If there is no such column.

    Examples
    --------
    >>> import polars as pl
    >>> find_column(pl.DataFrame({"Abstract": ["red wine"]}), "abstract", "text", "pile.csv")
    'Abstract'
    """
    if name in table.columns:
        return name
    alike = [column for column in table.columns if normalise(column) == normalise(name)]
    if len(alike) == 1:
        return alike[0]
    names = ", ".join(table.columns)
    raise UserError(f"{source} has no column {name!r}; it has: {names}; name one of these", parameter=role)


def guess_text(table: pl.DataFrame, source: str) -> tuple[str, ...]:
    """Guess the columns that make up the text, in the order in which to join them.

    Parameters
    ----------
    table : polars.DataFrame
        The table.
    source : str
        What to call the table in the error.

    Returns
    -------
    tuple of str
        Names of columns: title, abstract, keywords and body, as far as there are any; else the only column; else the
        one with the longest strings.

    Raises
    ------
    UserError
        If no column can be a text.

    Examples
    --------
    >>> import polars as pl
    >>> guess_text(pl.DataFrame({"year": [1999], "abstract": ["We show."], "Title": ["On wine"]}), "pile.csv")
    ('Title', 'abstract')
    """
    strings = {name: normalise(name) for name, dtype in table.schema.items() if _may_be_text(dtype)}
    found = guess_known_text(table)
    if found:
        return found
    if len(table.columns) == 1:
        return (table.columns[0],)
    lengths = {name: _mean_length(table[name]) for name in strings}
    longest = max(lengths, key=lambda name: lengths[name], default=None)
    if longest is None or lengths[longest] <= _SHORTEST_TEXT:
        names = ", ".join(table.columns)
        raise UserError(
            f"{source} has no column that looks like text; it has: {names}; name the text columns", parameter="text"
        )
    return (longest,)


def guess_known_text(table: pl.DataFrame) -> tuple[str, ...]:
    """Find the columns of text by their names alone.

    Parameters
    ----------
    table : polars.DataFrame
        The table.

    Returns
    -------
    tuple of str
        As of `guess_text`; none if no column has the name of a text.

    Examples
    --------
    >>> import polars as pl
    >>> guess_known_text(pl.DataFrame({"id": ["a"], "decision": ["yes"]}))
    ()
    """
    strings = {name: normalise(name) for name, dtype in table.schema.items() if _may_be_text(dtype)}
    parts = [_first(strings, group) for group in TEXT_NAMES]
    if parts[0] is None and parts[1] is not None and normalise(parts[1]) == "summary":
        # Trackers of issues call the title of a ticket so, beside its description.
        others = [name for name in TEXT_NAMES[1] if name != "summary"]
        if (described := _first(strings, others)) is not None:
            parts[:2] = [parts[1], described]
    # Beside an abstract, comments are what somebody says of the document.
    body = _first(strings, BODY_NAMES if parts[1] is None else [name for name in BODY_NAMES if name != "comment"])
    if body is not None and normalise(body) in _WHOLE_NAMES:
        # A column called text is the whole document: an abstract or summary beside it would repeat it.
        parts = parts[:1]
    return tuple(dict.fromkeys(name for name in [*parts, body] if name is not None))


def guess_label(table: pl.DataFrame, taken: Sequence[str]) -> str | None:
    """Guess the column of labels by its name.

    Parameters
    ----------
    table : polars.DataFrame
        The table.
    taken : sequence of str
        Columns that already have a role.

    Returns
    -------
    str or None
        Its name, or None if no column has the name of a label.

    Examples
    --------
    >>> import polars as pl
    >>> guess_label(pl.DataFrame({"text": ["red wine"], "label_included": [1]}), ["text"])
    'label_included'
    """
    return _first({name: normalise(name) for name in table.columns if name not in taken}, LABEL_NAMES)


def guess_id(table: pl.DataFrame, taken: Sequence[str]) -> str | None:
    """Guess the column of ids: one with the name of an id, in which every value is there and occurs once.

    Parameters
    ----------
    table : polars.DataFrame
        The table.
    taken : sequence of str
        Columns that already have a role.

    Returns
    -------
    str or None
        Its name, or None if there is none.

    Examples
    --------
    >>> import polars as pl
    >>> guess_id(pl.DataFrame({"id": ["1", "1"], "doi": ["10.1/a", "10.1/b"]}), [])
    'doi'
    """
    names = {normalise(name): name for name in reversed(table.columns) if name not in taken}
    there = (names[known] for known in ID_NAMES if known in names)
    return next((name for name in there if are_ids(table[name])), None)


def are_ids(column: pl.Series) -> bool:
    """Tell whether a column can serve as ids: every value is there and occurs once.

    Parameters
    ----------
    column : polars.Series
        The column.

    Returns
    -------
    bool
        True if it can.

    Examples
    --------
    >>> import polars as pl
    >>> are_ids(pl.Series(["007", "008"])), are_ids(pl.Series(["a", None]))
    (True, False)
    """
    values = to_strings(column)
    return values.null_count() == 0 and not (values.str.strip_chars() == "").any() and values.n_unique() == len(values)


def _may_be_text(dtype: pl.DataType) -> bool:
    return dtype == pl.String or dtype == pl.List(pl.String)


def _first(names: dict[str, str], known: Sequence[str]) -> str | None:
    """Find the first known name that a column has, as the table spells it."""
    spelled = {normal: name for name, normal in reversed(names.items())}
    return next((spelled[name] for name in known if name in spelled), None)


def _mean_length(column: pl.Series) -> float:
    mean = to_strings(column).fill_null("").str.len_chars().mean()
    return float(mean) if isinstance(mean, int | float) else 0.0
