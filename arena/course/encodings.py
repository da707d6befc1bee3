"""Decodes texts in the encodings that spreadsheets and school systems use.

Rule 1: a byte order mark names the encoding; without a mark, the encoding is UTF-8 if the bytes are valid UTF-8, and
otherwise Windows-1252.
Rule 2: a file may contain text that another program has already read in a wrong encoding. Such text has
a symbol within or beside a word, or two or three characters in place of one letter.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

UTF_8: Final = "UTF-8"
WINDOWS: Final = "Windows-1252"
MARKED: Final = (
    (codecs.BOM_UTF8, "utf-8", UTF_8),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
LOST: Final = "\ufffd"
WORD: Final = re.compile(r"[^\W\d_]*[^\W\d_\x00-\x7f][^\W\d_]*")
"""A pattern for a word with a letter beyond ASCII; such a letter shows whether the encoding is right."""
FOREIGN: Final = re.compile("[^\x00-\x7f]+")
WRONG: Final = (
    ("cp1252", "[\u00c2-\u00c5\u00ce-\u00df].|[\u00e0-\u00ef].."),
    ("mac_roman", "[\u00ac\u221a\u0192\u2248].|\u201a\u00c4."),
    ("cp850", "[\u252c\u251c\u2500\u253c].|\u00d4\u00c7."),
)
"""Encodings in which programs often misread UTF-8 without an error, each with a pattern for the two or three characters
that replace one misread letter.
"""
QUOTED: Final = re.compile("[\u00c2-\u00df][\u2018\u2019\u201c\u201d](?!\\w)")
"""A pattern for text that looks misread but is not: a capital letter followed by a quotation mark."""
NO_WORD: Final = re.compile(
    "(?<=[^\\W\\d_])\u201a|(?<!\\w)[\u00a3\u00a5\u00a8\u00ac\u00af\u00b7](?=[^\\W\\d_])"
    "|(?<=[^\\W\\d_])[\u00a1-\u00a9\u00ab-\u00b3\u00b5\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7\u0192\u02c6\u02dc"
    "\u201c-\u201e\u2020-\u2026\u2030\u2039\u203a\u20ac\u2122](?=[^\\W\\d_])"
)
"""A pattern for a symbol within or beside a word; it is probably a letter that was read in a wrong encoding."""
SMALL: Final = "[a-z\u00df-\u00f6\u00f8-\u00ff\u0153\u0161\u017e]"
CAPITAL: Final = re.compile(rf"(?<=[^\W\d_])[\u0160\u017d\u0178](?={SMALL})|(?<={SMALL})[\u0160\u017d\u0178]")
"""A pattern for a capital letter among the small letters of a word; it may be misread, or correct in a name."""


class Decoded(NamedTuple):
    """A text with its byte order mark and encoding, so that it can be written in the same way."""

    text: str
    mark: bytes
    codec: str
    encoding: str
    """The encoding's name as messages show it."""
    whole: bool
    """Whether all bytes are valid text in this encoding; if not, `text` contains a control character or LOST, the
    character that replaces invalid bytes.
    """

    @property
    def guessed(self) -> bool:
        """Whether the encoding is a guess, because the file has no byte order mark and is not UTF-8."""
        return self.encoding == WINDOWS

    def content(self, text: str) -> bytes:
        """Encodes another text in this encoding, with the same byte order mark; `?` replaces letters that the encoding
        lacks.
        """
        return self.mark + text.encode(self.codec, "replace")

    def note(self) -> Iterator[str]:
        """A sentence that names the encoding if it is not UTF-8; yields nothing for UTF-8.

        The sentence shows a word with a non-ASCII letter, if there is one, so that a person can see whether the text
        was misread.
        """
        if self.encoding != UTF_8:
            found = WORD.search(self.text)
            words = f", with words as {found[0]}: if they are wrong, save it as CSV (UTF-8)" if found else ""
            yield f"read in {self.encoding}{words}"

    def can_write(self, text: str) -> bool:
        """Whether the encoding contains all letters of `text`."""
        return text.encode(self.codec, "replace").decode(self.codec) == text


def decoded(content: bytes) -> Decoded:
    """Decodes a file's bytes, and finds their encoding; if the bytes are no valid text, `whole` is False."""
    for mark, codec, name in MARKED:
        if content.startswith(mark):
            text = content[len(mark) :].decode(codec, "replace")
            return Decoded(text, mark, codec, name, whole=LOST not in text)
    try:
        return Decoded(content.decode("utf-8"), b"", "utf-8", UTF_8, whole=True)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
        return Decoded(text, b"", "cp1252", WINDOWS, whole=not (LOST in text or CONTROL.search(text)))


def misread(text: str) -> str:
    """Returns a clause that shows which part of `text` was read in a wrong encoding; empty if there is no such part.

    In a message, the clause follows `text`.
    """
    if LOST in text:
        return f"in which {LOST} stands for a letter that is lost"
    for run in FOREIGN.findall(text):
        for codec, beginnings in WRONG:
            if (meant := _meant(run, codec, beginnings)) and not QUOTED.search(text):
                return f"in which {run!r} was {meant!r} before it was read in a wrong encoding"
    return ""


def mangled(name: str, *, guessed: bool = True) -> str:
    """Returns a clause, as `misread` does, about a misread part of a name; empty if there is no such part.

    Unlike `misread`, it also reports what NO_WORD matches and, if the file's encoding was guessed (`guessed`), what
    CAPITAL matches.
    """
    sign = NO_WORD.search(name) or (CAPITAL.search(name) if guessed else None)
    return misread(name) or (f"in which {sign[0]!r} stands for another letter of another encoding" if sign else "")


def _meant(run: str, codec: str, beginnings: str) -> str:
    """Returns the original text of `run` if it was UTF-8, misread in the encoding `codec`; otherwise an empty text.

    `run`: consecutive non-ASCII characters; `beginnings`: the pattern for this encoding in WRONG.
    """
    if not re.search(beginnings, run):
        return ""
    try:
        content = b"".join(bytes([ord(one)]) if "\x80" <= one <= "\x9f" else one.encode(codec) for one in run)
        return content.decode("utf-8")
    except UnicodeError:
        return ""
