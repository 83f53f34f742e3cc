"""Documents to counts of words: scikit-learn's CountVectorizer in its results, polars in its speed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import DTypeLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_array, check_is_fitted

from likewise.errors import UserError
from likewise.sklearn_api import N_JOBS, HasMethods, Interval, RealNotInt, StrOptions, fit_context
from likewise.text.analysis import ACCENTS, check_ngram_range, choose_stop_words, prepared, preprocessing
from likewise.text.batches import batches, in_order
from likewise.text.blocks import Block, ColumnSums, assemble, count
from likewise.text.features import Features
from likewise.text.languages import make_stemmer
from likewise.text.lexicon import Lexicon
from likewise.text.patterns import token_rule
from likewise.text.tokens import Tokens, tokenise
from likewise.text.vocabulary import choose_vocabulary, read_vocabulary

_MOST_THREADS = 8  # more would wait for the one that merges, and each holds a batch
_TOKENS_REMEMBERED = 1_000_000  # at transform, where forgetting a token costs only time


class Vectorizer(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    r"""Turn documents into counts of their words.

    With ``stemmer=None`` the matrix and the vocabulary are those of scikit-learn's ``CountVectorizer`` with the same
    parameters. Documents are read as a stream, in batches: memory follows the matrix, not the text.

    A document goes this way: lower case, accents, tokens, stop words, stems, n-grams.

    Parameters
    ----------
    lowercase : bool, default=True
        Take capitals for small letters.
    strip_accents : {"ascii", "unicode"}, callable or None, default=None
        Take accents off: "unicode" from all characters, "ascii" also drops what is then not ASCII.
    preprocessor : callable or None, default=None
        A function of one text, instead of `lowercase` and `strip_accents`.
    token_pattern : str, default=r"(?u)\\b\\w\\w+\\b"
        Regular expression, in Python's syntax, of a token; if it has a group, the group is the token.
    stop_words : {"auto"}, language, collection of str or None, default="auto"
        Tokens to leave out: "auto" takes the list of `language`, "english" is scikit-learn's list, None keeps all.
    stemmer : {"snowball", "porter"} or None, default="snowball"
        Bring the forms of a word together; None leaves words as they are.
    language : str, default="english"
        The language of the documents.
    ngram_range : (int, int), default=(1, 1)
        Shortest and longest run of words to count.
    min_df, max_df : int or float, default=1, 1.0
        Leave out terms in fewer or in more documents than this: an int is a number, a float a share of all.
    min_count : int, default=1
        Leave out terms that occur fewer times than this in all.
    max_features : int or None, default=None
        Take only so many of the commonest terms.
    vocabulary : mapping, iterable or None, default=None
        The terms to count (stems, if stemming); None learns them.
    binary : bool, default=False
        Write 1 instead of every count.
    dtype : dtype, default=np.int32
        Type of the counts.
    n_jobs : int or None, default=-1
        Threads; -1 for all processors. The result does not depend on it.

    Attributes
    ----------
    vocabulary_ : dict of str to int
        Column of each term.
    surface_forms_ : dict of str to str
        For each stem in the vocabulary its commonest word in the documents, to show to people; empty without stemming.
    n_documents_ : int
        Documents seen at fit.

    Examples
    --------
    >>> documents = ["The cats and the cat.", "Dogs bark; a dog barks."]
    >>> vectorizer = Vectorizer()
    >>> vectorizer.fit_transform(documents).toarray()
    array([[0, 2, 0],
           [2, 0, 2]], dtype=int32)
    >>> vectorizer.get_feature_names_out().tolist()
    ['bark', 'cat', 'dog']
    >>> vectorizer.surface_forms_
    {'cat': 'cat', 'dog': 'dog', 'bark': 'bark'}
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "lowercase": ["boolean"],
        "strip_accents": [StrOptions(set(ACCENTS)), callable, None],
        "preprocessor": [callable, None],
        "token_pattern": [str],
        "stop_words": [str, HasMethods(["__contains__", "__iter__"]), None],
        "stemmer": [str, None],
        "language": [str],
        "ngram_range": [tuple, list],
        "min_df": [Interval(RealNotInt, 0, 1, closed="both"), Interval(Integral, 1, None, closed="left")],
        "max_df": [Interval(RealNotInt, 0, 1, closed="both"), Interval(Integral, 1, None, closed="left")],
        "min_count": [Interval(Integral, 1, None, closed="left")],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "vocabulary": [Mapping, HasMethods("__iter__"), None],
        "binary": ["boolean"],
        "dtype": "no_validation",
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        lowercase: bool = True,
        strip_accents: str | Callable[[str], str] | None = None,
        preprocessor: Callable[[str], str] | None = None,
        token_pattern: str = r"(?u)\b\w\w+\b",
        stop_words: str | Iterable[str] | None = "auto",
        stemmer: str | None = "snowball",
        language: str = "english",
        ngram_range: tuple[int, int] = (1, 1),
        min_df: float = 1,
        max_df: float = 1.0,
        min_count: int = 1,
        max_features: int | None = None,
        vocabulary: Mapping[str, int] | Iterable[str] | None = None,
        binary: bool = False,
        dtype: DTypeLike = np.int32,
        n_jobs: int | None = -1,
    ) -> None:
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        self.preprocessor = preprocessor
        self.token_pattern = token_pattern
        self.stop_words = stop_words
        self.stemmer = stemmer
        self.language = language
        self.ngram_range = ngram_range
        self.min_df = min_df
        self.max_df = max_df
        self.min_count = min_count
        self.max_features = max_features
        self.vocabulary = vocabulary
        self.binary = binary
        self.dtype = dtype
        self.n_jobs = n_jobs

    def fit(self, documents: Iterable[str], y: object = None) -> Self:
        """Learn the vocabulary of documents; a stream is read once and nothing of it is kept but its words.

        Parameters
        ----------
        documents : iterable of str
        y : ignored

        Returns
        -------
        self
        """
        if _is_collection(documents):
            self.fit_transform(documents)
            return self
        self._fit(documents, lambda block: None)
        return self

    def fit_transform(self, documents: Iterable[str], y: object = None) -> sparse.csr_array:
        """Learn the vocabulary of documents and return their counts, reading them once.

        Parameters
        ----------
        documents : iterable of str
            Or a collection of Dask, such as a bag: its parts are counted where they are, and a Dask array of CSR
            blocks comes back.
        y : ignored

        Returns
        -------
        csr_array of shape (n_documents, n_terms)
        """
        if _is_collection(documents):
            from likewise.scale.vectorizing import fit_collection  # a door to the room above, opened for Dask alone

            return fit_collection(self, documents)
        blocks: list[Block] = []
        remap = self._fit(documents, blocks.append)
        return assemble(blocks, remap, len(self.vocabulary_), self.dtype, self.binary, self._threads())

    def fit_blocks(self, documents: Iterable[str], keep: Callable[[Block], object]) -> NDArray[np.int32]:
        """Learn the vocabulary of documents, and give away their counts block by block, reading them once.

        Parameters
        ----------
        documents : iterable of str
        keep : callable
            Called with the `likewise.text.blocks.Block` of each batch of documents, in order.

        Returns
        -------
        int32 array
            The column of each column of the blocks, -1 for none, as of `likewise.text.blocks.ordered`.
        """
        return self._fit(documents, keep)

    def transform(self, documents: Iterable[str]) -> sparse.csr_array:
        """Count the words of the vocabulary in documents; other words are ignored.

        Parameters
        ----------
        documents : iterable of str

        Returns
        -------
        csr_array of shape (n_documents, n_terms)
        """
        self._validate_params()
        if not hasattr(self, "vocabulary_") and self.vocabulary is not None:
            columns = read_vocabulary(self.vocabulary)
        else:
            check_is_fitted(self, "vocabulary_")
            columns = self.vocabulary_
        if _is_collection(documents):
            from likewise.scale.vectorizing import transform_collection

            return transform_collection(self, documents)
        features = Features(check_ngram_range(self.ngram_range), columns)
        blocks = list(self._blocks(documents, self._lexicon(), features, _TOKENS_REMEMBERED))
        remap = np.arange(len(columns), dtype=np.int32)
        return assemble(blocks, remap, len(columns), self.dtype, self.binary, self._threads())

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Return the terms in the order of the columns.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        array of str objects
        """
        check_is_fitted(self, "vocabulary_")
        return np.array(sorted(self.vocabulary_, key=self.vocabulary_.__getitem__), dtype=object)

    def inverse_transform(self, X: Any) -> list[NDArray[np.object_]]:
        """Return the terms of each row, in the order of the columns.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_documents, n_terms)

        Returns
        -------
        list of arrays of str
        """
        names = self.get_feature_names_out()
        rows = sparse.csr_array(check_array(X, accept_sparse="csr"), copy=True)
        rows.eliminate_zeros()
        rows.sort_indices()
        return np.split(names[rows.indices], rows.indptr[1:-1])

    @fit_context(prefer_skip_nested_validation=True)
    def _fit(self, documents: Iterable[str], keep: Callable[[Block], object]) -> NDArray[np.int32]:
        """Read documents once, give away their blocks, and return the columns' final places."""
        fixed = None if self.vocabulary is None else read_vocabulary(self.vocabulary)
        lexicon, features, sums = self._lexicon(), Features(check_ngram_range(self.ngram_range), fixed), ColumnSums()
        for block in self._blocks(documents, lexicon, features):
            sums.add(block, len(features.columns))
            keep(block)
        if not sums.n_documents:
            raise UserError("there are no documents to learn words from; give at least one")
        if fixed is None:
            self.vocabulary_, remap = choose_vocabulary(
                features.columns,
                sums,
                min_df=self.min_df,
                max_df=self.max_df,
                min_count=self.min_count,
                max_features=self.max_features,
                binary=self.binary,
            )
        else:
            self.vocabulary_, remap = fixed, np.arange(len(fixed), dtype=np.int32)
        stems = (word for term in self.vocabulary_ for word in term.split(" "))
        self.surface_forms_ = {} if self.stemmer is None else lexicon.surface_forms(stems)
        self.n_documents_ = sums.n_documents
        return remap

    def _blocks(
        self, documents: Iterable[str], lexicon: Lexicon, features: Features, remembered: int | None = None
    ) -> Iterator[Block]:
        """Count documents batch by batch: tokens on several threads, then words and columns in the order given."""
        steps, rule = self._steps(), token_rule(self.token_pattern)

        def analyse(texts: list[str]) -> Tokens:
            return tokenise(prepared(steps, texts), rule)

        for tokens in in_order(analyse, batches(documents), self._threads()):
            if remembered is not None and len(lexicon.word_of_token) > remembered:
                lexicon = self._lexicon()
                features = features.forget()
            numbers = lexicon.numbers_of(tokens)
            ids, column_of, offsets = features.of(numbers, tokens.offsets, lexicon.word_of_token, lexicon.words)
            yield count(ids, column_of, offsets, len(features.columns))

    def _lexicon(self) -> Lexicon:
        """Return an empty lexicon for the language and the token pattern."""
        keep = token_rule(self.token_pattern).keep
        stop_words = choose_stop_words(self.stop_words, self.language, self._steps())
        return Lexicon(stop_words, None if keep is None else keep.fullmatch, make_stemmer(self.stemmer, self.language))

    def _steps(self) -> list[Callable[[str], str]]:
        return preprocessing(self.lowercase, self.strip_accents, self.preprocessor)

    def _threads(self) -> int:
        return min(_MOST_THREADS, int(effective_n_jobs(self.n_jobs)))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = self.vocabulary is None
        return tags


def _is_collection(documents: object) -> bool:
    """Tell whether documents are a collection of Dask."""
    return hasattr(documents, "__dask_graph__") and hasattr(documents, "to_delayed")
