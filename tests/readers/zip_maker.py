"""Makers of zip files and of the documents that are zip files."""

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


_OPEN = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("meta", "meta"),
        ("draw", "drawing"),
    )
)
_DUBLIN = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def open_document(body, *, title="", author="", compression=zipfile.ZIP_DEFLATED, **others):
    """Make a text document as LibreOffice saves it."""
    said = (
        f"<dc:title>{title}</dc:title><meta:initial-creator>{author}</meta:initial-creator><dc:creator>b</dc:creator>"
    )
    members = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {_OPEN}><office:body>'
        f"<office:text>{body}</office:text></office:body></office:document-content>",
        "meta.xml": f"<office:document-meta {_OPEN} {_DUBLIN}><office:meta>{said}</office:meta></office:document-meta>",
        "styles.xml": f"<office:document-styles {_OPEN}><text:p>header</text:p></office:document-styles>",
    }
    return zip_file({**members, **others}, compression)


def slide(*paragraphs):
    """Make a slide of PowerPoint."""
    drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    slides = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    body = "".join(f"<a:p><a:r><a:rPr lang='en'/><a:t>{text}</a:t></a:r></a:p>" for text in paragraphs)
    number = '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'
    shape = f"<p:sp><p:txBody>{body}{number}</p:txBody></p:sp>"
    return f"<p:sld {drawing} {slides}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>"


def presentation(slides, *, notes=(), compression=zipfile.ZIP_DEFLATED):
    """Make a presentation of PowerPoint; each slide is a list of paragraphs."""
    members = {"ppt/presentation.xml": "<p/>", "ppt/slideMasters/slideMaster1.xml": slide("click to edit")}
    members |= {f"ppt/slides/slide{number}.xml": slide(*texts) for number, texts in enumerate(slides, start=1)}
    members |= {f"ppt/notesSlides/notesSlide{n}.xml": slide(*texts) for n, texts in enumerate(notes, start=1)}
    core = f"<c:coreProperties {_CORE}><dc:title>On drinks</dc:title></c:coreProperties>"
    return zip_file({**members, "docProps/core.xml": core}, compression)


def book(pages, *, order=None, compression=zipfile.ZIP_DEFLATED, **others):
    """Make an electronic book of names and pages, read in an order of names."""
    items = "".join(f'<item id="i{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages)
    spine = "".join(f'<itemref idref="i{name}"/>' for name in (pages if order is None else order))
    people = "<dc:creator>A. Drinker</dc:creator><dc:creator>B</dc:creator>"
    credits_ = f"<metadata {_DUBLIN}><dc:title>On drinks</dc:title>{people}</metadata>"
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OEBPS/content.opf": f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0">{credits_}'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    return zip_file({**members, **{f"OEBPS/{name}": page for name, page in pages.items()}, **others}, compression)
