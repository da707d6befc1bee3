"""Splits the text of a program into tokens, ignoring names, values, comments and layout.

A token is a keyword, an operator, NAME or VALUE. Python is read by its own tokenizer. Any other language, and Python
with errors, is read by one regular expression that recognises comments, strings, numbers and words.
Rule: the expression matches at every position and never backtracks, so that its time grows only with the length of the
text.
"""

import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final, NamedTuple

NAME: Final = "n"
VALUE: Final = "v"
LONGEST_LINE: Final = 2_000
"""The maximum length of a line in characters for Python's own tokenizer, which takes quadratic time for some lines.

A Python file with a longer line is read by `_of_any`, which reads any language.
"""
KEYWORDS: Final = frozenset(keyword.kwlist) | frozenset(
    (
        "abstract", "case", "catch", "char", "const", "default", "defer", "do", "double", "else", "enum", "extends",
        "final", "float", "fn", "foreach", "func", "function", "go", "goto", "impl", "implements", "int", "interface",
        "let", "local", "long", "loop", "match", "mod", "mut", "namespace", "new", "null", "package", "private",
        "protected", "pub", "public", "range", "select", "static", "struct", "super", "switch", "this", "throw",
        "throws", "trait", "type", "typedef", "union", "unless", "until", "unsafe", "use", "using", "var", "void",
        "when", "where",
    )
)  # fmt: skip

C_COMMENTS: Final = r"//[^\n]*+|/\*(?:.*?\*/|.*)"
HASH_COMMENTS: Final = r"\#[^\n]*+"
DASH_COMMENTS: Final = r"--[^\n]*+|\{-(?:.*?-\}|.*)"
TEXTS: Final = (
    r'"""(?:.*?"""|.*)|' + r"'''(?:.*?'''|.*)|" + r'"(?:[^"\\\n]|\\.)*+"?|' + r"`(?:[^`\\]|\\.)*+`?|"
    r"'(?:[^'\\\n]|\\.)*+'?"
)
LETTERS: Final = r'"(?:[^"\\\n]|\\.)*+"?|' + r"`[^`]*+`?|" + r"'(?:\\[^\n]{1,8}?|[^'\\\n])'"
"""The pattern of strings in languages in which `'` encloses one character. Any other `'` starts no string."""
ONE_LETTER: Final = frozenset(
    (".c", ".cc", ".cpp", ".cs", ".cxx", ".go", ".h", ".hpp", ".java", ".kt", ".rs", ".scala")
)
HASHES: Final = frozenset((".awk", ".jl", ".nim", ".pl", ".py", ".r", ".rb", ".sh", ".tcl"))
DASHES: Final = frozenset((".adb", ".elm", ".hs", ".lua", ".sql"))
PYTHON: Final = frozenset((".py", ".pyi", ".pyw"))
LINE_END: Final = "NEWLINE"
PASSED_OVER: Final = (
    tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.TYPE_COMMENT,
)  # fmt: skip


class Token(NamedTuple):
    """A word or sign of a program. All names have the same `kind`, and all values have the same `kind`."""

    kind: str
    line: int
    """The number of the token's line, from 1."""


def tokens(name: str, text: str) -> list[Token]:
    """Returns the tokens of a file in order. The ending of the file's name decides how the file is read."""
    ending = PurePosixPath(name).suffix.lower()
    found = _of_python(text) if ending in PYTHON else None
    return list(_of_any(text, ending)) if found is None else found


def _of_python(text: str) -> list[Token] | None:
    """Returns the tokens of a Python file; None if Python's tokenizer cannot read it."""
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        return None
    try:
        read = [
            (tokenize.tok_name[token.type], token.string, token.start[0])
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type not in PASSED_OVER
        ]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    found: list[Token] = []
    depth, before = 0, LINE_END
    for (kind, word, line), (after, *_) in pairwise([*read, (LINE_END, "", 0)]):
        depth += kind.endswith("STRING_START")  # from Python 3.12 on, an f-string consists of several tokens
        if kind == "STRING":
            if not (before == after == LINE_END):  # a text alone on its line is a comment
                found.append(Token(VALUE, line))
        elif depth:
            if kind.endswith("STRING_END"):
                depth -= 1
                found += [] if depth else [Token(VALUE, line)]
        elif kind != LINE_END:
            found.append(Token(_kind(word), line))
        before = kind
    return found


def _of_any(text: str, ending: str) -> Iterator[Token]:
    line, there = 1, 0
    for found in _expression(ending).finditer(text):
        line += text.count("\n", there, found.start())
        there = found.start()
        if found.lastgroup == "text":
            yield Token(VALUE, line)
        elif found.lastgroup == "word":
            yield Token(_kind(found[0]), line)


def _expression(ending: str) -> re.Pattern[str]:
    comments = HASH_COMMENTS if ending in HASHES else DASH_COMMENTS if ending in DASHES else C_COMMENTS
    texts = LETTERS if ending in ONE_LETTER else TEXTS
    return re.compile(rf"(?P<comment>{comments})|(?P<text>{texts})|(?P<word>\w++|[^\s\w;])", re.DOTALL)


def _kind(word: str) -> str:
    if word in KEYWORDS:
        return word
    if word[0].isdigit() or (word[0] == "." and len(word) > 1 and word[1].isdigit()):
        return VALUE
    return NAME if word[0].isalpha() or word[0] == "_" else word
