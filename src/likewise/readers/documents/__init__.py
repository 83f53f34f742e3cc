"""Files that are one document each.

- `mail`: .eml, with its headers and the names of attachments.
- `pdf`: .pdf, page by page.
- `plain_text`: .txt and .md.
- `web_page`: .html, and the text of any HTML.
- `word`: .docx, with its notes.
"""
