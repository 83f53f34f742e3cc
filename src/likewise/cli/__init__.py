"""The command line: one file a command. Heavy imports are inside functions, so that help answers at once."""

from likewise.cli.program import app, main

__all__ = ["app", "main"]
