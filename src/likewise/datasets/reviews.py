"""Records of systematic reviews, as people screened them: included or excluded."""

from __future__ import annotations

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.choices import check_choice
from likewise.datasets.corpus import Corpus
from likewise.datasets.storage import load_records, to_corpus

#: The reviews, by first author and year.
REVIEWS = (
    *("Chou_2004", "Donners_2021", "Jeyaraman_2020", "Meijboom_2021", "Menon_2022", "Nelson_2002", "Oud_2018"),
    *("Sep_2021", "van_der_Valk_2021"),
)


def load_reviews_synergy(*, review: str | None = None, download: bool = False) -> Corpus:
    """Load nine systematic reviews of SYNERGY, 7,234 records, or one of them.

    It has no public original that can be downloaded as one file.

    Parameters
    ----------
    review : str or None, default=None
        One of the reviews, such as "Oud_2018"; None loads all, with what is relevant to any of them labelled as such.
    download : bool, default=False
        As for the other loaders; there is nothing to download.

    Returns
    -------
    Corpus
        Labels are "included" and "excluded"; texts are title and abstract; `extra` has `review`, `title`, `abstract`,
        `doi` and `year`.

    Examples
    --------
    >>> corpus = load_reviews_synergy(review="Oud_2018")  # doctest: +SKIP
    >>> corpus.labels.count("included")  # doctest: +SKIP
    20
    >>> load_reviews_synergy(review="Oud")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: review must be one of None, 'Chou_2004', ...
    """
    check_choice("review", review, (None, *REVIEWS))
    entry = CATALOGUE["reviews_synergy"]
    records, checksum = load_records(entry, None, download=download)
    if review is not None:
        records = [record for record in records if record["review"] == review]
    return to_corpus(entry, records, checksum)
