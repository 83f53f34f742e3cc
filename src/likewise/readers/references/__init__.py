"""Files of reference managers and bibliographic databases.

- `bibtex`: .bib, with `latex` for the LaTeX in its values.
- `nbib`: .nbib, as PubMed saves it.
- `ris`: .ris, with the tags in `ris_tags`, which the writer uses too.
- `tagged`: records of tagged lines, which NBIB and RIS are.
- `credits`: title and author as a file gives them.
"""
