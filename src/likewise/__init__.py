"""Show it a handful of documents you like; it finds the rest.

Names are loaded when they are first used, so that ``import likewise`` and ``likewise --help`` are quick.

Examples
--------
>>> import likewise
>>> likewise.Vectorizer.__name__
'Vectorizer'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from likewise.errors import UserError
    from likewise.finder import Finder, Result
    from likewise.models.topic import LDA, LSI, PLSA, TopicSensitivePLSA
    from likewise.text import Vectorizer, Weighting

__version__ = "0.1.0"

_HOMES = {
    "Finder": "likewise.finder",
    "LDA": "likewise.models.topic",
    "LSI": "likewise.models.topic",
    "PLSA": "likewise.models.topic",
    "Result": "likewise.finder",
    "TopicSensitivePLSA": "likewise.models.topic",
    "UserError": "likewise.errors",
    "Vectorizer": "likewise.text",
    "Weighting": "likewise.text",
}

__all__ = [
    "LDA",
    "LSI",
    "PLSA",
    "Finder",
    "Result",
    "TopicSensitivePLSA",
    "UserError",
    "Vectorizer",
    "Weighting",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'likewise' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
