"""What every request is: plain values that a JSON or TOML file can hold, checked when they are read."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Self, get_type_hints

from likewise.app.plain_values import as_lists, as_toml, as_tuples, fits, name_type, read_none
from likewise.errors import UserError


@dataclass(frozen=True, kw_only=True)
class Request:
    """What all requests share: they become dictionaries and TOML, and are made of them again."""

    def to_dict(self) -> dict[str, Any]:
        """Return the request as a dictionary that JSON can hold.

        Returns
        -------
        dict
            Every field that is not None; tuples are lists.

        Examples
        --------
        >>> from likewise.app.request import CheckRequest
        >>> CheckRequest(files=("pile.csv",), text="title").to_dict()
        {'files': ['pile.csv'], 'text': 'title', 'follow_links': False}
        """
        values = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: as_lists(value) for name, value in values if value is not None}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Make a request of what `to_dict` returned, or of what a form or a file holds.

        Parameters
        ----------
        values : mapping
            Names of fields to values; fields that are left out have their defaults.

        Returns
        -------
        Request
            Equal to the one that the dictionary was made of.

        Raises
        ------
        UserError
            If a field is unknown or missing, or its value is of another type.

        Examples
        --------
        >>> from likewise.app.request import CheckRequest
        >>> CheckRequest.from_dict({"files": ["pile.csv"]})
        CheckRequest(files=('pile.csv',), text=None, label=None, id=None, table=None, follow_links=False)
        """
        hints = get_type_hints(cls)
        for name in values:
            if name not in hints:
                raise UserError(f"a {cls.__name__} has no field {name!r}; it has: {', '.join(hints)}")
        plain = {name: as_tuples(value) for name, value in values.items()}
        for name, value in plain.items():
            if not fits(value, hints[name]):
                raise UserError(
                    f"{name} cannot be {values[name]!r}; its type is {name_type(hints[name])}", parameter=name
                )
        missing = [each.name for each in fields(cls) if _is_required(each) and each.name not in plain]
        if missing:
            raise UserError(f"a {cls.__name__} needs {' and '.join(missing)}", parameter=missing[0])
        return cls(**plain)

    def to_toml(self) -> str:
        r"""Return the request as TOML.

        Returns
        -------
        str
            A line for each field; the parameters of a method are a table.

        Examples
        --------
        >>> from likewise.app.request import CheckRequest
        >>> CheckRequest(files=("pile.csv",), text="title").to_toml()
        'files = ["pile.csv"]\ntext = "title"\nfollow_links = false\n'
        """
        return "".join(f"{name} = {as_toml(value)}\n" for name, value in self.to_dict().items())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        r"""Make a request of what `to_toml` returned.

        Parameters
        ----------
        text : str
            TOML.

        Returns
        -------
        Request
            Equal to the one that it was made of.

        Raises
        ------
        UserError
            If it is not TOML, or not this request.

        Examples
        --------
        >>> from likewise.app.request import CheckRequest
        >>> CheckRequest.from_toml('files = ["pile.csv"]\ntext = "title"\n').text
        'title'
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise UserError(f"the request is not valid TOML: {error}") from error
        if isinstance(values.get("params"), dict):
            values["params"] = read_none(values["params"])
        return cls.from_dict(values)


def _is_required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING
