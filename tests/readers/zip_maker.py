"""Makers of zip files and of the Word documents that are zip files."""

import io
import zipfile

_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_CORE = (
    'xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def zip_file(members, compression=zipfile.ZIP_DEFLATED):
    """Make a zip file of names and contents; the same bytes each time."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name)
            member.compress_type = compression
            archive.writestr(member, data)
    return file.getvalue()


def paragraph(*runs):
    """Make a paragraph of runs of text; those that begin with "<" are put in as they are."""
    return (
        "<w:p>"
        + "".join(f"<w:r>{run if run.startswith('<') else f'<w:t>{run}</w:t>'}</w:r>" for run in runs)
        + "</w:p>"
    )


def word_file(body, *, footnotes=None, title=None, author=None, compression=zipfile.ZIP_DEFLATED, **others):
    """Make a Word document."""
    members = {"word/document.xml": f"<w:document {_WORD}><w:body>{body}</w:body></w:document>"}
    if footnotes is not None:
        members["word/footnotes.xml"] = f"<w:footnotes {_WORD}>{footnotes}</w:footnotes>"
    if title is not None or author is not None:
        said = f"<dc:title>{title or ''}</dc:title><dc:creator>{author or ''}</dc:creator>"
        members["docProps/core.xml"] = f"<c:coreProperties {_CORE}>{said}</c:coreProperties>"
    return zip_file({**members, **others}, compression)
