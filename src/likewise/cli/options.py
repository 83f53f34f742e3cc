"""Options and arguments that several commands have, each declared once."""

from typing import Annotated

import typer

from likewise.cli.completion import complete_column, complete_columns, complete_method, complete_setting

Text = Annotated[
    str | None,
    typer.Option("--text", metavar="COLUMNS", help="Text columns, comma-separated.", autocompletion=complete_columns),
]
Id = Annotated[
    str | None, typer.Option("--id", metavar="COLUMN", help="Column of ids.", autocompletion=complete_column)
]
Label = Annotated[
    str | None, typer.Option("--label", metavar="COLUMN", help="Column of labels.", autocompletion=complete_column)
]
Table = Annotated[
    str | None,
    typer.Option("--table", metavar="NAME", help="Sheet of a workbook; table of, or query to, an SQLite file."),
]
FollowLinks = Annotated[bool, typer.Option("--follow-links", help="Read links in a folder that lead out of it, too.")]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="How to search: a name that `likewise methods` lists.",
        autocompletion=complete_method,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A parameter of the method; may be repeated.",
        autocompletion=complete_setting,
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed: the same seed, the same result.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", help="Processors; -1 is all of them.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bar and no notes.")]

# Of the commands whose documents have labels.
Labelled = Annotated[
    str, typer.Argument(metavar="LABELLED", help="Labelled documents: a folder or a file.", show_default=False)
]
Positive = Annotated[str | None, typer.Option("--positive", metavar="LABEL", help="The label to search for.")]
Examples = Annotated[
    int, typer.Option("--examples", metavar="N", help="How many documents of the label serve as examples.")
]
Repeats = Annotated[
    int,
    typer.Option(
        "--repeats", "--draws", metavar="N", help="How many times examples are chosen at random and searched with."
    ),
]
