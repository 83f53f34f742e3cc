"""Show it a handful of documents you like; it finds the rest.

Names are loaded when they are first used, so that ``import likewise`` and ``likewise --help`` are quick; which names
there are, and from where, is written once, in the stub beside this file.

Examples
--------
>>> import likewise
>>> likewise.Vectorizer.__name__
'Vectorizer'
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, _, _names = lazy_loader.attach_stub(__name__, __file__)
__all__ = [*_names, "__version__"]


def __dir__() -> list[str]:
    return __all__
