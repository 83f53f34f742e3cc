"""Options that `likewise find` and `likewise new` share, each declared once."""

from typing import Annotated

import typer

from likewise.cli.completion import complete_column, complete_columns, complete_profile

Marked = Annotated[
    str | None,
    typer.Option(
        "--marked",
        metavar="COLUMN",
        help="The examples are rows of the pile: yes or 1 in this column, no or 0 if not.",
        autocompletion=complete_column,
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
        "--text",
        metavar="COLUMNS",
        help="Text columns, comma-separated; without EXAMPLES, the text of an example.",
        autocompletion=complete_columns,
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
CopyTo = Annotated[
    str | None,
    typer.Option(
        "--copy-to",
        metavar="FOLDER",
        help="Copy the files of the documents that are suggested into this new folder, where documents are files.",
    ),
]
KeepCopies = Annotated[bool, typer.Option("--keep-copies", help="Keep records that are copies as several documents.")]
Profile = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="What your examples share: topics, or criteria as in a review of literature, where likeness to "
        "their mean counts more, and there may be fewer than the count says.",
        autocompletion=complete_profile,
    ),
]
Language = Annotated[
    str | None, typer.Option("--language", metavar="NAME", help="Language of the documents (detected by default).")
]
Embed = Annotated[
    bool | None,
    typer.Option(
        "--embed/--no-embed",
        help="Also link documents by meaning (extra embed); the default for one-line texts where it is installed.",
        show_default=False,
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Hold to so much memory, such as 4GB: a pile that does not fit is searched from disk, and judged in part.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Let a cluster of Dask read and count the pile: tcp://HOST:PORT, or local:2 for two processes here "
        "(extra scale).",
    ),
]
Top = Annotated[int, typer.Option("--top", metavar="N", min=0, help="How many documents to show.")]
