"""Recognises the kind of a file by its first bytes, whatever the file's name, and describes it for a person."""

import re
from typing import Final

HEAD: Final = 65_536
"""The number of bytes from a file's beginning that are enough to recognise its kind."""
ZIP: Final = "a zip"
GZIP: Final = "a gzip"
RAR: Final = "a RAR archive"
SEVEN_ZIP: Final = "a 7z archive"
NOTEBOOK: Final = "a Jupyter notebook"
SIGNATURES: Final = (
    (b"PK\3\4", ZIP),
    (b"PK\5\6", ZIP),
    (b"Rar!\x1a\x07", RAR),
    (b"7z\xbc\xaf\x27\x1c", SEVEN_ZIP),
    (b"\x1f\x8b", GZIP),
    (b"\xfd7zXZ\0", "packed with xz"),
    (b"BZh", "packed with bzip2"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd"),
    (b"\x04\x22\x4d\x18", "packed with lz4"),
    (b"]\0\0", "packed with lzma"),
    (b"\x1f\x9d", "packed with compress"),
    (b"MSCF", "a Windows cabinet"),
    (b"xar!", "a macOS package"),
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Microsoft Office"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"\x7fELF", "a program for Linux"),
    (b"\xcf\xfa\xed\xfe", "a program for macOS"),
    (b"MZ", "a program for Windows"),
)
BINARY: Final = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
PAGE: Final = re.compile(r"\s*<(?:!doctype html|html)", re.IGNORECASE)
NOTEBOOK_KEY: Final = re.compile(r'"(?:cell_type|nbformat)"\s*:')
PYTHON: Final = re.compile(r"^(?:from\s+[\w.]+\s+import\s|import\s+\w|def\s+\w+\(|class\s+\w+)", re.MULTILINE)


def kind_of(head: bytes) -> str:
    """The kind of a file that begins with these bytes, such as `a RAR archive`; empty if it is unknown."""
    for beginning, kind in SIGNATURES:
        if head.startswith(beginning):
            return kind
    return "" if not head or BINARY.search(head) else _kind_of_text(head.decode("utf-8", "replace"))


def _kind_of_text(text: str) -> str:
    text = text.removeprefix("\ufeff")
    if PAGE.match(text):
        return "a web page"
    if text.lstrip().startswith("{") and NOTEBOOK_KEY.search(text):
        return NOTEBOOK
    return "a Python program" if PYTHON.search(text) else "a text file"
