"""Modules that are loaded when something of them is first used, so that a command answers sooner.

scikit-learn imports `scipy.stats` wherever it is imported itself, and hardly uses it; the same holds for the
tests and compilers of other libraries. This concerns the process of the command line only; the library imports as it
says.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Any


class _Deferred(MetaPathFinder, Loader):
    """Finds one module, and gives an empty one for it that loads the true one when an attribute is looked up."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = Lock()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        return ModuleSpec(fullname, self) if fullname == self.name else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python to make the empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Let the empty module load the true one; only here, since what makes a module looks attributes up."""

        def look_up(attribute: str) -> Any:
            with self._lock:
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                    sys.modules.pop(self.name, None)
            return getattr(import_module(self.name), attribute)

        module.__getattr__ = look_up  # type: ignore[method-assign]


def defer_import(name: str) -> None:
    """Let a module be loaded when something of it is first used, and not when it is imported.

    Parameters
    ----------
    name : str
        Full name of the module. Nothing happens if it is loaded already, or if it is not a part of another one and not
        there: whoever imports it may go another way then.

    Examples
    --------
    >>> defer_import("this_is_not_there")
    >>> import this_is_not_there
    Traceback (most recent call last):
        ...
    ModuleNotFoundError: No module named 'this_is_not_there'
    """
    if name not in sys.modules and ("." in name or find_spec(name) is not None):
        sys.meta_path.insert(0, _Deferred(name))
