"""A maker of small PDF files, byte by byte, so that tests can put in what programs write and what damage does."""

import io
import struct
import zlib

import pypdf


def pdf_file(*pages, info=None, packed=False, font="", join=None):
    """Make a PDF of pages, each a text of which every line is drawn by itself, or the bytes of a content stream."""
    streams = [page if isinstance(page, bytes) else _drawn(page) for page in pages]
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
        f"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding{font}>>".encode(),
        b"<<" + b"".join(b"/%s(%s)" % (key.encode(), _escaped(value)) for key, value in (info or {}).items()) + b">>",
    ]
    for number, stream in enumerate(streams):
        size = f"/Contents {6 + 2 * number} 0 R/Resources<</Font<</F 3 0 R>>>>/MediaBox[0 0 300 400]"
        objects.append(f"<</Type/Page/Parent 2 0 R{size}>>".encode())
        data, filters = (zlib.compress(stream), b"/Filter/FlateDecode") if packed else (stream, b"")
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), filters, data))
    return (join or with_table)(objects)


def with_table(objects):
    """Put objects one after the other, number 1 being the catalogue and 4 the information, with their table."""
    file, places = b"%PDF-1.4\n", []
    for number, thing in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer<</Size %d/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end


def with_streams(objects):
    """Put objects together as programs do since PDF 1.5: small ones packed in a stream, and the table is one too."""
    size = len(objects) + 3
    small = {number: thing for number, thing in enumerate(objects, start=1) if b"stream" not in thing}
    heads, body = b"", b""
    for number, thing in small.items():
        heads += b"%d %d " % (number, len(body))
        body += thing + b"\n"
    packed = zlib.compress(heads + body)
    file, places = b"%PDF-1.5\n", {}
    rest = {number: thing for number, thing in enumerate(objects, start=1) if number not in small}
    head = b"<</Type/ObjStm/N %d/First %d/Length %d/Filter/FlateDecode>>" % (len(small), len(heads), len(packed))
    rest[size - 2] = head + b"stream\n" + packed + b"\nendstream"
    for number, thing in rest.items():
        places[number] = len(file)
        file += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    places[size - 1] = len(file)
    direct = {number: (1, place, 0) for number, place in places.items()}
    inside = {number: (2, size - 2, position) for position, number in enumerate(small)}
    rows = {0: (0, 0, 65535), **direct, **inside}
    table = zlib.compress(b"".join(struct.pack(">BIH", *rows[number]) for number in range(size)))
    head = b"<</Type/XRef/Size %d/W[1 4 2]/Root 1 0 R/Info 4 0 R/Length %d/Filter/FlateDecode>>" % (size, len(table))
    return file + b"%d 0 obj\n%sstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (
        *(size - 1, head, table),
        places[size - 1],
    )


def encrypted(data, password, algorithm="RC4-128"):
    """Protect a PDF by a password, which may be empty."""
    writer, file = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    writer.encrypt(password, "owner", algorithm=algorithm)
    writer.write(file)
    return file.getvalue()


def _drawn(text):
    lines = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in text.split("\n"))
    return b"BT /F 12 Tf 14 TL 20 380 Td\n" + lines + b"ET"


def _escaped(text):
    data = text.encode("cp1252")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
