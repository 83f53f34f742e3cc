"""The documents of a project as a list: searched, filtered, sorted, and taken page by page."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from likewise.app.card import Card
from likewise.app.session import Session
from likewise.errors import UserError

if TYPE_CHECKING:
    import polars as pl

#: Which documents are listed, and in which order; the first of each is the usual one.
SHOWN = ("all", "suggested", "undecided", "yes", "no", "unsure")
ORDERS = ("rank", "title", "answered")
#: Documents of one page at most.
MOST_ROWS = 200
#: Lists that are remembered.
_MOST_LISTS = 8


@dataclass(frozen=True)
class ListRequest:
    """Which part of a list is wanted.

    Parameters
    ----------
    query : str, default=""
        Words that all are in the text, the title or the id.
    shown : str, default="all"
        One of `SHOWN`.
    order : str, default="rank"
        One of `ORDERS`; "answered" is the latest answer first.
    offset, limit : int, default=0 and 50
        Of the page.

    Examples
    --------
    >>> ListRequest(query="wine").shown
    'all'
    """

    query: str = ""
    shown: str = "all"
    order: str = "rank"
    offset: int = 0
    limit: int = 50

    def __post_init__(self) -> None:
        for name, value, known in (("shown", self.shown, SHOWN), ("order", self.order, ORDERS)):
            if value not in known:
                raise UserError(f"{value!r} cannot be listed; choose one of: {', '.join(known)}", parameter=name)
        object.__setattr__(self, "offset", max(self.offset, 0))
        object.__setattr__(self, "limit", min(max(self.limit, 1), MOST_ROWS))


@dataclass(frozen=True)
class ListPage:
    """A part of a list.

    Parameters
    ----------
    total : int
        Documents of the whole list.
    offset : int
        Where this part begins.
    cards : tuple of Card
        The documents.
    """

    total: int
    offset: int
    cards: tuple[Card, ...]


class Listing:
    """Lists the documents of a session, which threads may share.

    Parameters
    ----------
    session : Session
        Of the project.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.project.creating import create_project
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     examples, pile = as_documents(["red wine"], "examples"), as_documents(["tea", "a glass of wine"], "pile")
    ...     path = create_project(f"{folder}/review", examples, pile, by="ana")
    ...     with Session(path, by="ana") as session:
    ...         [card.id for card in Listing(session).list(ListRequest(query="WINE")).cards]
    ['2']
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._texts: tuple[int, pl.DataFrame] | None = None
        self._selected: OrderedDict[Any, pl.Series] = OrderedDict()

    def list(self, request: ListRequest) -> ListPage:
        """List some documents.

        Parameters
        ----------
        request : ListRequest
            Which.

        Returns
        -------
        ListPage
            With cards, as they are now.
        """
        ids = self._list_ids(request)
        page = ids[request.offset : request.offset + request.limit]
        return ListPage(len(ids), request.offset, tuple(self._session.card(name, brief=True) for name in page))

    def find(self, request: ListRequest, id: str) -> int | None:  # noqa: A002 the name of the column
        """Tell where in a list a document is.

        Parameters
        ----------
        request : ListRequest
            Which list.
        id : str
            Of the document.

        Returns
        -------
        int or None
            From 0 on; None if it is not in that list.
        """
        return self._list_ids(request).index_of(id)

    def _list_ids(self, request: ListRequest) -> "pl.Series":
        # Whoever scrolls asks for page after page of the same list.
        key = (self._session.version, request.query, request.shown, request.order)
        ids = self._selected.get(key)
        if ids is None:
            ids = self._selected[key] = self._select(request)
            while len(self._selected) > _MOST_LISTS:
                self._selected.popitem(last=False)
        return ids

    def load_texts(self) -> None:
        """Make what searching and sorting by title need, so that the first time is as fast as the others."""
        self._read_texts()

    def _select(self, request: ListRequest) -> "pl.Series":
        import polars as pl

        table = self._session.table.select("id", "rank", "suggestion")
        answers = self._session.answers
        if request.shown in ("yes", "no", "unsure"):
            chosen = [name for name, answer in answers.items() if answer.decision == request.shown]
            table = table.filter(pl.col("id").is_in(chosen))
        elif request.shown != "all":
            table = table.filter(pl.col("rank").is_not_null() & ~pl.col("id").is_in(list(answers)))
        if request.shown == "suggested":
            table = table.filter(pl.col("suggestion") == "yes")
        words = request.query.lower().split()
        if words or request.order == "title":
            table = table.join(self._read_texts(), on="id", how="left", maintain_order="left")
            for word in words:
                table = table.filter(pl.col("words").str.contains(word, literal=True))
            if request.order == "title":
                table = table.sort("sorted_title", maintain_order=True)
        if request.order == "answered":
            number = {name: answer.seq for name, answer in answers.items()}
            latest = pl.Series([number.get(name, 0) for name in table["id"]], dtype=pl.Int64)
            table = table.with_columns(latest.alias("latest")).sort("latest", descending=True, maintain_order=True)
        return table["id"]

    def _read_texts(self) -> "pl.DataFrame":
        """Return the title and all words of each document, in small letters."""
        import polars as pl

        from likewise.finder.titles import list_titles

        if self._texts is None or self._texts[0] != self._session.n_documents:
            documents = self._session.documents
            titles = list_titles(documents)
            frame = pl.DataFrame({"id": documents.ids, "title": titles, "text": documents.text})
            words = pl.concat_str("id", "title", "text", separator="\n", ignore_nulls=True).str.to_lowercase()
            title = pl.col("title").fill_null("").str.to_lowercase().str.strip_chars_start("\"'([ ")
            self._texts = (len(documents), frame.select("id", words.alias("words"), title.alias("sorted_title")))
        return self._texts[1]
