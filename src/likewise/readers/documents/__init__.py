"""Files that are one document each.

- `book`: .epub, in the order of reading.
- `mail`: .eml, with its headers and the names of attachments.
- `office`: .docx, .pptx and .odt, with their notes; `packed_xml` is what they and .epub share.
- `outlook`: .msg, with the same fields as other mails; `compound_file` is their container.
- `pdf`: .pdf, page by page.
- `plain_text`: .txt and .md.
- `rich_text`: .rtf.
- `web_page`: .html, and the text of any HTML.
"""
