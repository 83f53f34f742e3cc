"""A corpus that every machine has: the docstrings of Python's standard library and of the scientific packages."""

from __future__ import annotations

import ast
import gc
import hashlib
import inspect
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TypeAlias

from likewise.datasets.corpus import Corpus
from likewise.errors import UserError

PACKAGES = ("stdlib", "numpy", "scipy", "sklearn")
_DISTRIBUTIONS = {"sklearn": "scikit-learn"}
# Tests, copies of other people's packages, and programs that come with Python but document nothing.
_SKIPPED = frozenset(
    [
        *("__pycache__", "_examples", "_vendor", "array_api_compat", "array_api_extra", "cobyqa", "conftest"),
        *("distutils", "encodings", "ensurepip", "externals", "idlelib", "lib2to3", "pydoc_data", "pyprima"),
        *("test", "tests", "turtledemo", "vendored"),
    ]
)
# A backslash that begins no escape sequence, once pairs of them are out of the way, and bytes that are in no source.
_INVALID_ESCAPE = re.compile(rb"""\\(?=[^\n\r'"abfnrtv0-7xNuU])""")
_PAIR, _BACKSLASH = b"\x02\x02", b"\x01"
_Definition: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def python_docstrings(packages: Sequence[str] | None = None, min_words: int = 10) -> Corpus:
    """Collect the docstrings of modules, classes and functions of installed Python packages as a corpus.

    The packages are read, never imported. The label of a docstring is its package to the second level, such as
    "scipy.stats" or "sklearn.linear_model", and in the standard library to the first, such as "json"; private
    modules count to the public package that holds them.

    Parameters
    ----------
    packages : sequence of str or None, default=None
        Names of packages to read, "stdlib" for the standard library; None takes the standard library and those of
        numpy, scipy and sklearn that are installed.
    min_words : int, default=10
        Leave out shorter docstrings.

    Returns
    -------
    Corpus
        Ids are qualified names such as "scipy.stats._binomtest.binomtest"; a text that occurs twice is kept once.

    Raises
    ------
    UserError
        If a named package is not installed.

    Examples
    --------
    >>> corpus = python_docstrings(["json"])
    >>> set(corpus.labels)
    {'json'}
    >>> "json.dumps" in corpus.ids
    True
    """
    files = sorted(
        (module, label, path)
        for package in (PACKAGES if packages is None else packages)
        for module, label, path in _modules(package, required=packages is not None)
    )
    ids: dict[str, str] = {}
    labels: list[str] = []
    with _collection_paused():
        known: set[str] = set()
        for module, label, path in files:
            for name, text in _docstrings(path, module):
                if text in known or len(text.split()) < min_words:
                    continue
                known.add(text)
                ids[_free(name, ids)] = text
                labels.append(label)
    texts = list(ids.values())
    return Corpus(
        name="python_docstrings",
        ids=list(ids),
        texts=texts,
        labels=labels,
        source="installed packages: " + _versions(PACKAGES if packages is None else packages),
        sha256=hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _free(name: str, taken: Container[str]) -> str:
    """Add a number to a name that is taken: a property and its setter share one."""
    numbered = (f"{name}#{number}" for number in count(2))
    return name if name not in taken else next(free for free in numbered if free not in taken)


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector: syntax trees have no cycles, and it costs a seventh of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _modules(package: str, *, required: bool) -> Iterator[tuple[str, str, Path]]:
    """Yield the name, label and file of every module of a package."""
    if package == "stdlib":
        root, prefix = Path(sysconfig.get_path("stdlib")), ""
    else:
        spec = _spec(package)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            if required:
                raise UserError(
                    f"there is no Python package {package!r} to read docstrings from; install it, or name another"
                )
            return
        root, prefix = Path(spec.origin), package
        if root.name != "__init__.py":
            yield package, package, root
            return
        root = root.parent
    for path in _python_files(root):
        parts = path.relative_to(root).with_suffix("").parts
        names = [*([prefix] if prefix else []), *(parts[:-1] if parts[-1] == "__init__" else parts)]
        # A private module at the top of the standard library is another's implementation in Python.
        if names and not (prefix == "" and names[0].startswith("_")):
            yield ".".join(names), _label(names), path


def _spec(package: str) -> ModuleSpec | None:
    """Find a package without importing it, which a dotted name would do to its parent."""
    try:
        return find_spec(package) if package.isidentifier() else None
    except ValueError:  # a module that was not loaded from a file, such as __main__
        return None


def _label(names: Sequence[str]) -> str:
    """Name the public package that a module counts to: the second level, the first in the standard library."""
    if len(names) == 1 or names[1].startswith("_") or names[0] in sys.stdlib_module_names:
        return names[0]
    return f"{names[0]}.{names[1]}"


def _python_files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and name.isidentifier())
        for name in sorted(files):
            stem = name.removesuffix(".py")
            if stem != name and stem not in _SKIPPED and not stem.startswith("test_") and stem.isidentifier():
                yield Path(folder, name)


def _docstrings(path: Path, module: str) -> Iterator[tuple[str, str]]:
    """Yield the qualified name and the text of every docstring in a file."""
    try:
        source = path.read_bytes()
        if b'"""' not in source:
            return
        tree = ast.parse(_hide_invalid_escapes(source))
    except (OSError, SyntaxError, ValueError):
        return
    yield from _visit(tree, module)


def _hide_invalid_escapes(source: bytes) -> bytes:
    """Put a byte that means nothing in the place of backslashes that the parser would warn of.

    Other people's strings do not matter here, and warnings can be silenced for the whole process only.
    """
    if b"\\" not in source:
        return source
    hidden = _INVALID_ESCAPE.sub(_BACKSLASH, source.replace(rb"\\", _PAIR))
    return hidden.replace(_PAIR, rb"\\")


def _visit(node: _Definition, name: str) -> Iterator[tuple[str, str]]:
    text = ast.get_docstring(node, clean=False)
    if text:
        yield name, inspect.cleandoc(text.replace(_BACKSLASH.decode(), "\\"))
    if isinstance(node, ast.Module | ast.ClassDef):
        yield from _visit_body(node.body, name)


def _visit_body(body: Sequence[ast.stmt], name: str) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _visit(node, f"{name}.{node.name}")
        elif isinstance(node, ast.If | ast.Try):
            # Definitions for one platform or version stand under a condition.
            yield from _visit_body(node.body, name)
            yield from _visit_body(node.orelse, name)


def _versions(packages: Sequence[str]) -> str:
    found = []
    for package in packages:
        if package == "stdlib":
            found.append(f"Python {platform.python_version()}")
            continue
        name = _DISTRIBUTIONS.get(package, package)
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
