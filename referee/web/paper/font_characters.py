"""Which characters an OpenType font file can draw, read from its ``cmap`` table."""

import struct
from pathlib import Path

UNICODE_TABLES = {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}


def characters(path: Path) -> frozenset[int]:
    """Code points the font file draws; ValueError if it has no Unicode ``cmap`` of format 4 or 12."""
    data = path.read_bytes()
    start = _table_start(data, b"cmap")
    (count,) = struct.unpack_from(">H", data, start + 2)
    found: set[int] = set()
    for index in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * index)
        if (platform, encoding) in UNICODE_TABLES:
            found |= _subtable(data, start + offset)
    if not found:
        raise ValueError(f"{path.name} has no readable Unicode character map")
    return frozenset(found)


def _table_start(data: bytes, tag: bytes) -> int:
    (count,) = struct.unpack_from(">H", data, 4)
    for index in range(count):
        name, _checksum, offset, _length = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if name == tag:
            return int(offset)
    raise ValueError(f"no {tag.decode()} table in this font")


def _subtable(data: bytes, start: int) -> set[int]:
    (form,) = struct.unpack_from(">H", data, start)
    if form == 4:
        return _segments(data, start)
    if form == 12:
        return _groups(data, start)
    return set()


def _segments(data: bytes, start: int) -> set[int]:
    """Format 4: ranges with a delta, or with an offset into a list of glyph numbers."""
    (doubled,) = struct.unpack_from(">H", data, start + 6)
    ends, starts = start + 14, start + 16 + doubled
    deltas, offsets = starts + doubled, starts + 2 * doubled
    found: set[int] = set()
    for step in range(0, doubled, 2):
        (last,) = struct.unpack_from(">H", data, ends + step)
        (first,) = struct.unpack_from(">H", data, starts + step)
        (delta,) = struct.unpack_from(">H", data, deltas + step)
        (offset,) = struct.unpack_from(">H", data, offsets + step)
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets + step + offset + 2 * (code - first))
            if (glyph if offset and glyph == 0 else (glyph + delta) & 0xFFFF) != 0:
                found.add(code)
    return found


def _groups(data: bytes, start: int) -> set[int]:
    """Format 12: ranges of code points with the glyph number of their first."""
    (count,) = struct.unpack_from(">I", data, start + 12)
    found: set[int] = set()
    for index in range(count):
        first, last, glyph = struct.unpack_from(">III", data, start + 16 + 12 * index)
        found.update(code for code in range(first, last + 1) if glyph + code - first)
    return found
