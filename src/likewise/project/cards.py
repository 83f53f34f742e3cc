"""Single documents of a project, read without reading the others: what a card shows."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from likewise.errors import UserError
from likewise.project.batches import Batch, read_piece
from likewise.project.project import Project

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.text.spans import Span, WordRule

#: Pieces of documents that are kept in memory.
_MOST_PIECES = 64
#: Letters of a title, and of a text of which a list shows a part.
_LONGEST_TITLE, _BRIEF = 400, 1500
#: Letters of a text in which words are found: a book would take many seconds, and nobody reads all of it on a card.
MOST_READ = 100_000


class Told(NamedTuple):
    """What there is to show of a document."""

    title: str
    text: str
    fields: Mapping[str, str]
    words: "tuple[Span, ...]"
    nearest_title: str | None


class CardReader:
    """Reads single documents of a project.

    Parameters
    ----------
    project : Project
        Any.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._all: Documents | None = None
        self._rows: dict[str, int] = {}
        self._pieces: OrderedDict[tuple[int, int], Documents] = OrderedDict()
        self._batches: dict[int, tuple[int, Batch]] = {}
        self._examples: dict[str, str] | None = None
        self._rule: tuple[Any, WordRule] | None = None

    def use(self, documents: "Documents") -> None:
        """Take documents from memory from now on, where somebody holds the whole pile anyway; others are read.

        Parameters
        ----------
        documents : Documents
            As of `Project.read_pile`.
        """
        self._rows = {name: row for row, name in enumerate(documents.ids)}
        self._all = documents

    def read(
        self, name: str, why: str, rule: Mapping[str, Any] | None, nearest: str | None, *, brief: bool = False
    ) -> Told:
        """Read a document.

        Parameters
        ----------
        name : str
            Its id.
        why : str
            Words that speak for it, separated by commas.
        rule : mapping or None
            How words are found, as `likewise.text.spans.plain_rule` writes it.
        nearest : str or None
            Id of an example.
        brief : bool, default=False
            Whether a line of a list is made: words are found at the beginning only, and other columns left out.

        Returns
        -------
        Told
            What there is to show.

        Raises
        ------
        UserError
            If there is no such document.
        """
        from likewise.documents.documents import to_strings
        from likewise.documents.lookup import name_document

        documents, row = self._find(name)
        text = str(documents.text[row])
        fields = {}
        for column in () if brief else documents.table.columns:
            value = to_strings(documents.table[column][row : row + 1])[0]
            if value is not None and value.strip():
                fields[column] = value
        return Told(
            title=name_document(documents, row, _LONGEST_TITLE),
            text=text,
            fields=fields,
            words=self._find_words(text[: _BRIEF if brief else MOST_READ], why, rule),
            nearest_title=None if nearest is None else self._name_example(nearest),
        )

    def _find(self, name: str) -> "tuple[Documents, int]":
        if self._all is not None and (known := self._rows.get(name)) is not None:
            return self._all, known
        rows = self._project.database.read("SELECT place, batch FROM documents WHERE id = ?", (name,))
        if not rows:
            raise UserError(f"no document of the project has the id {name!r}", parameter="id")
        place, number = rows[0]
        if number not in self._batches:
            firsts = self._project.database.read("SELECT batch, min(place) FROM documents GROUP BY batch")
            starts = dict(firsts)
            self._batches = {
                batch.number: (starts.get(batch.number, 0), batch) for batch in self._project.list_batches()
            }
        start, batch = self._batches[number]
        row = place - start
        for (of, first), piece in self._pieces.items():
            if of == number and first <= row < first + len(piece):
                self._pieces.move_to_end((of, first))
                return piece, row - first
        first, piece = read_piece(self._project.database, batch, row)
        self._pieces[number, first] = piece
        while len(self._pieces) > _MOST_PIECES:
            self._pieces.popitem(last=False)
        return piece, row - first

    def _find_words(self, text: str, why: str, rule: Mapping[str, Any] | None) -> "tuple[Span, ...]":
        if not why or rule is None:
            return ()
        from likewise.text.spans import read_rule

        if self._rule is None or self._rule[0] != rule:
            # No word of a document's reasons is a stop word, and to know these takes scikit-learn, slow to load.
            plain = {**rule, "stop_words": None} if rule["ngram_range"][1] == 1 else dict(rule)
            self._rule = (rule, read_rule(plain))
        finder = self._rule[1]
        terms = {finder.find_term(word): word for word in why.split(", ")}
        return tuple((start, end, terms[term]) for start, end, term in finder.spans(text, terms))

    def _name_example(self, name: str) -> str | None:
        from likewise.documents.lookup import name_document

        if self._examples is None:
            examples = self._project.read_examples()
            self._examples = {id: name_document(examples, row) for row, id in enumerate(examples.ids)}  # noqa: A001
        return self._examples.get(name)
