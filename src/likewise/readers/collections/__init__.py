"""Many documents in one place.

- `folder`: every file in a folder and its subfolders.
- `archive`: every file in a .zip, unpacked with limits.
- `mailbox`: the mails of an .mbox file.
- `asreview`: the records of a project of ASReview, and what was decided on them.
- `bookmarks`: the bookmarks that a browser exports.
- `zip_file`: zip files opened, with one sentence for what is wrong with them.
"""
