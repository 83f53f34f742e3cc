"""Templates of a page that escape as those of the report do, and draw the same charts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def make_page_environment(package: str) -> "Environment":
    """Make the environment of a package's templates, in which every value is escaped.

    Parameters
    ----------
    package : str
        Whose folder "templates" has them.

    Returns
    -------
    jinja2.Environment
        Templates may import the figures of `chart.html.jinja`.

    Examples
    --------
    >>> make_page_environment("likewise.report").from_string("{{ x }}").render(x="<b>")
    '&lt;b&gt;'
    """
    from likewise.report.page import make_environment

    return make_environment(package)
