"""Options that `likewise find` and `likewise new` share, each declared once."""

from typing import Annotated

import typer

Marked = Annotated[
    str | None,
    typer.Option(
        "--marked",
        metavar="COLUMN",
        help="The examples are rows of the pile: yes or 1 in this column, no or 0 if not.",
    ),
]
Ids = Annotated[
    str | None,
    typer.Option(
        "--ids", metavar="LIST", help="The examples are documents of the pile: ids or DOIs, or a file of them."
    ),
]
TextOrColumns = Annotated[
    str | None,
    typer.Option(
        "--text", metavar="COLUMNS", help="Text columns, comma-separated; without EXAMPLES, the text of an example."
    ),
]
Decisions = Annotated[
    list[str] | None,
    typer.Option(
        "--decisions",
        metavar="FILE",
        help="Your decisions so far: an export of likewise, Rayyan, Covidence or ASReview, or any table with a column "
        "`included` or `decision`. May be given several times; later ones win.",
    ),
]
KeepCopies = Annotated[bool, typer.Option("--keep-copies", help="Keep what several files have as several documents.")]
Profile = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="What your examples share: topics, or criteria as in a review of literature, where likeness to "
        "their mean counts more, and there may be fewer than the count says.",
    ),
]
Language = Annotated[
    str | None, typer.Option("--language", metavar="NAME", help="Language of the documents (detected by default).")
]
Embed = Annotated[
    bool, typer.Option("--embed", help="Also link documents by meaning; for one-line texts (extra embed).")
]
Top = Annotated[int, typer.Option("--top", metavar="N", min=0, help="How many documents to show.")]
