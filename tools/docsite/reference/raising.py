"""Collects all errors that the code can raise, from the places that raise them.

An error is raised as `ArenaError(code, message, hint)`: the message gives the cause and the hint the remedy. Parts that
are known only when the error is raised are in italics.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tools.docsite.reference import markup
from tools.docsite.reference.general import GENERAL
from tools.docsite.tree import TREE, tracked

CLASSES: Final = ("ArenaError", "GameFault", "LackingError")
PLACES: Final = ("arena/", "leaderboards/")
KNOWN_THEN: Final = re.compile(r"(?:\*[^*]*\*[ :;,()]*)+")
"""A pattern for a text in which every part is known only when the error is raised."""


AS_HINTED: Final = "The hint says it."
AS_SAID: Final = "The message says it."
GENERAL_PLACE: Final = "tools/docsite/reference/general.py"


class Case(NamedTuple):
    """The cause and the remedy of an error, as one place in the code gives them."""

    cause: str
    remedy: str


class _Module:
    """A parsed module of this project, with the texts of its constants."""

    def __init__(self, path: str, shared: dict[str, str]) -> None:
        self.tree = ast.parse((TREE / path).read_text("utf-8"))
        self._shared = shared
        self.own = dict(_constants(self.tree))

    def named(self, name: str) -> str | None:
        """Returns the text of a constant; None if it is unknown."""
        return self.own.get(name, self._shared.get(name))

    def texts(self, node: ast.expr | None, local: dict[str, ast.expr]) -> Iterator[str]:
        """Yields the texts, as Markdown, that an expression can have."""
        if isinstance(node, ast.IfExp):
            yield from self.texts(node.body, local)
            yield from self.texts(node.orelse, local)
        elif isinstance(node, ast.BoolOp):
            for value in node.values:
                yield from self.texts(value, local)
        elif isinstance(node, ast.Name) and node.id in local:
            yield from self.texts(local[node.id], {})
        elif node is not None and not KNOWN_THEN.fullmatch(said := self._text(node)):
            yield said

    def _text(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return markup.prose(str(node.value)) if isinstance(node.value, str) else ""
        if isinstance(node, ast.JoinedStr):
            return "".join(map(self._text, node.values))
        if isinstance(node, ast.FormattedValue):
            return self._text(node.value)
        if isinstance(node, ast.BinOp):
            return self._text(node.left) + self._text(node.right)
        if isinstance(node, ast.Name) and (said := self.named(node.id)) is not None:
            return markup.prose(said)
        return f"*{_word(node)}*"


def codes() -> dict[str, list[Case]]:
    """Returns the causes and remedies of each error, by its code."""
    found: dict[str, dict[Case, None]] = {}
    for module in _modules():
        for function in _functions(module.tree):
            local = _assigned(function)
            for call in _raised(function):
                if code := _code(module, call.args[0] if call.args else None):
                    found.setdefault(code, {}).update(dict.fromkeys(_cases(module, call, local)))
    return {code: _complete(code, list(cases)) for code, cases in found.items()}


def _cases(module: _Module, call: ast.Call, local: dict[str, ast.expr]) -> Iterator[Case]:
    """Yields the causes and remedies in a call that makes an error, as far as the source alone determines them."""
    named = {word.arg: word.value for word in call.keywords}
    message, hint = (
        call.args[at] if len(call.args) > at else named.get(name) for at, name in ((1, "message"), (2, "hint"))
    )
    remedy = " Or: ".join(module.texts(hint, local))
    causes = list(module.texts(message, local))
    yield from (Case(cause, remedy or (AS_HINTED if hint else AS_SAID)) for cause in causes)
    if not causes and remedy:
        yield Case("", remedy)


def _complete(code: str, cases: list[Case]) -> list[Case]:
    """Returns the cases with a known cause, preceded by the error's case in `GENERAL` if none of them has a remedy.

    A remedy that only refers to the message or the hint does not count. Raises AssertionError if the case in `GENERAL`
    is missing, or is there although one of the cases has a remedy.
    """
    general = GENERAL.get(code)
    known = [case for case in cases if case.cause]
    if known and any(case.remedy not in (AS_HINTED, AS_SAID) for case in known):
        assert not general, f"[{code}] says enough itself; remove it from {GENERAL_PLACE}"
        return known
    assert general, f"no error [{code}] says a cause and a remedy; say both in {GENERAL_PLACE}"
    return [Case(*map(markup.prose, general)), *known]


def _modules() -> list[_Module]:
    paths = [path for path in tracked() if path.startswith(PLACES) and path.endswith(".py") and "_pb2" not in path]
    shared: dict[str, str] = {}
    doubtful = set[str]()
    modules = [_Module(path, shared) for path in paths]
    for module in modules:
        for name, text in module.own.items():
            if shared.setdefault(name, text) != text:
                doubtful.add(name)
    for name in doubtful:
        del shared[name]
    return modules


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
        value = getattr(node, "value", None)
        said = value.value if isinstance(value, ast.Constant) else None
        if isinstance(target, ast.Name) and target.id.isupper() and isinstance(said, str):
            yield target.id, said


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields each outermost function, whose nested functions can use its variables."""
    inside = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node not in inside:
            inside.update(ast.walk(node))
            yield node


def _assigned(function: ast.AST) -> dict[str, ast.expr]:
    """Returns the first value assigned to each variable of a function, by the variable's name."""
    given: dict[str, ast.expr] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            given.setdefault(node.targets[0].id, node.value)
    return given


def _raised(function: ast.AST) -> Iterator[ast.Call]:
    """Yields the calls that make an error: calls of ArenaError or of a subclass, and calls of a base class's
    constructor inside a subclass.
    """
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            called = node.func
            is_class = isinstance(called, ast.Name) and called.id in CLASSES
            is_inner = isinstance(called, ast.Attribute) and called.attr == "__init__" and len(node.args) > 1
            if is_class or is_inner:
                yield node


def _code(module: _Module, node: ast.expr | None) -> str | None:
    said = (
        node.value if isinstance(node, ast.Constant) else module.named(node.id) if isinstance(node, ast.Name) else None
    )
    return said if isinstance(said, str) and said.replace("-", "").isalpha() and said.islower() else None


def _word(node: ast.expr) -> str:
    """Returns words for an expression: the name of a variable or attribute with spaces for underscores, else "…".

    For a call, returns the words for the first argument, or for the function if there is no argument. For a subscript,
    returns the words for the object before the brackets.
    """
    if isinstance(node, ast.Attribute):
        return node.attr.replace("_", " ").strip()
    if isinstance(node, ast.Name):
        return node.id.replace("_", " ").strip()
    if isinstance(node, ast.Call):
        return _word(node.args[0]) if node.args else _word(node.func)
    if isinstance(node, ast.Subscript):
        return _word(node.value)
    return "…"
