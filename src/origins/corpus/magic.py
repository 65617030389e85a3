"""What a file is that should be text but is not, told from how it begins."""

BEGINNINGS = {
    b"PAR1": ("a Parquet file", "Choose the kind of corpus that reads it, or convert it to JSON lines."),
    b"\x28\xb5\x2f\xfd": ("compressed with zstd", "Decompress it first: zstd -d."),
    b"\x1f\x8b": ("compressed with gzip", "Let its name end with .gz."),
    b"BZh": ("compressed with bzip2", "Let its name end with .bz2."),
    b"\xfd7zXZ\x00": ("compressed with xz", "Let its name end with .xz."),
    b"\x04\x22\x4d\x18": ("compressed with lz4", "Decompress it first: lz4 -d."),
    b"PK\x03\x04": ("a ZIP archive (or a spreadsheet)", "Unpack it, or save it as text, first."),
    b"7z\xbc\xaf\x27\x1c": ("a 7z archive", "Unpack it first."),
    b"\xff\xfe": ("UTF-16 text", "Save it as UTF-8."),
    b"\xfe\xff": ("UTF-16 text", "Save it as UTF-8."),
    b"ARROW1": ("an Arrow file", "Convert it to JSON lines."),
    b"\x89HDF": ("an HDF5 file", "Convert it to JSON lines."),
    b"SQLite format 3": ("an SQLite database", "Export it as JSON lines."),
    b"%PDF": ("a PDF", "Extract its text first."),
}


def not_text(start: bytes) -> str | None:
    """What bytes that begin like these are, and what to do about it; None if they may be text."""
    for beginning, (what, advice) in BEGINNINGS.items():
        if start.startswith(beginning):
            return f"this is {what}, not UTF-8 text. {advice}"
    if b"\0" in start[:64]:
        return "contains NUL bytes: this is UTF-16 or no text at all. Save it as UTF-8."
    return None
