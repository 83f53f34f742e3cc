"""Files of reference managers and bibliographic databases.

- `bibtex`: .bib, with `latex` for the LaTeX in its values.
- `endnote_xml`: .xml, and `endnote_tagged`: .enw, as EndNote saves them.
- `nbib`: .nbib, as PubMed saves it.
- `ris`: .ris, with the tags in `ris_tags`, which the writer uses too.
- `web_of_science`: savedrecs.txt and .ciw, tagged or tab-delimited.
- `tagged`: records of tagged lines, which NBIB, RIS and others are.
- `credits`: title and author as a file gives them.
"""
