"""A maker of compound files (OLE), and of the messages that Outlook saves in them."""

import struct

_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_CUTOFF = 4096


def _padded(data, size):
    return data + bytes(-len(data) % size)


def compound_file(streams):
    """Make a compound file of paths and contents; folders have a list of brothers instead of a balanced tree."""
    entries = [["Root Entry", 5, _FREE, _FREE, b""]]
    folders = {"": 0}
    last = {}

    def add(name, kind, parent, data=b""):
        entries.append([name, kind, _FREE, _FREE, data])
        number = len(entries) - 1
        if parent in last:
            entries[last[parent]][2] = number
        else:
            entries[parent][3] = number
        last[parent] = number
        return number

    for path, data in streams.items():
        folder, _, name = path.rpartition("/")
        if folder not in folders:
            folders[folder] = add(folder, 1, 0)
        add(name, 2, folders[folder], data)

    mini, mini_table, sectors, table = b"", [], [], []

    def chain(data):
        data = _padded(data, 512)
        first = len(sectors)
        count = len(data) // 512
        sectors.extend(data[at : at + 512] for at in range(0, len(data), 512))
        table.extend([*range(first + 1, first + count), _END] if count else [])
        return first if count else _END

    places = []
    for _, kind, _, _, data in entries:
        if kind != 2:
            places.append(_END)
        elif len(data) >= _CUTOFF:
            places.append(chain(data))
        else:
            first, count = len(mini) // 64, -(-len(data) // 64)
            mini += _padded(data, 64)
            mini_table += [*range(first + 1, first + count), _END] if count else []
            places.append(first if count else _END)
    places[0] = chain(mini)
    sizes = [len(mini) if number == 0 else len(entry[4]) for number, entry in enumerate(entries)]
    listed = b""
    for (name, kind, brother, child, _), place, size in zip(entries, places, sizes, strict=True):
        raw = name.encode("utf-16-le")
        listed += struct.pack("<64sHBBIII36xIQ", raw, len(raw) + 2, kind, 1, _FREE, brother, child, place, size)
    contents = chain(_padded(listed, 512))
    mini_start = chain(struct.pack(f"<{len(mini_table)}I", *mini_table)) if mini_table else _END
    n_tables = -(-(len(table) + 1) // 127)
    firsts = list(range(len(table), len(table) + n_tables))
    numbers = [*table, *[_TABLE] * n_tables]
    numbers += [_FREE] * (-len(numbers) % 128)
    packed = struct.pack(f"<{len(numbers)}I", *numbers)
    sectors += [packed[at : at + 512] for at in range(0, len(packed), 512)]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<HHHHH6x9I", 0x3E, 3, 0xFFFE, 9, 6, 0, n_tables, contents, 0, _CUTOFF, mini_start, 1, _END, 0
    )
    header += struct.pack("<109I", *(firsts + [_FREE] * (109 - len(firsts))))
    return header + b"".join(sectors)


def message(properties, *, attachments=(), sent=None):
    """Make a message of Outlook, of numbers of properties and their values; bytes are in an old code page."""
    streams = {}
    for number, value in properties.items():
        kind = ("0102" if number == 0x1013 else "001E") if isinstance(value, bytes) else "001F"
        streams[f"__substg1.0_{number:04X}{kind}"] = value if isinstance(value, bytes) else value.encode("utf-16-le")
    for number, name in enumerate(attachments):
        streams[f"__attach_version1.0_#{number:08X}/__substg1.0_3707001F"] = name.encode("utf-16-le")
    fixed = b"" if sent is None else struct.pack("<HHIQ", 0x0040, 0x0039, 6, sent)
    return compound_file({**streams, "__properties_version1.0": bytes(32) + fixed})
