"""Files that are tables, a row per document.

- `delimited`: .csv and .tsv, with `delimiter` to detect their form and `lenient_csv` for those that break the rules.
- `json_lines`: .jsonl and .json, with `json_columns` for the types of their columns.
- `parquet`: .parquet.
- `sqlite`: .sqlite, a table or a query.
- `workbook`: .xlsx, one sheet.
"""
