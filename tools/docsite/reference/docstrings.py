"""Reads the docstrings below the fields and constants of a class, which Python itself does not keep."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache

from tools.docsite.tree import TREE


@cache
def fields_of(shape: type) -> dict[str, str]:
    """Returns the docstring below each field of a class, by the field's name; fields that the class inherits are left
    out.
    """
    if shape is object:
        return {}
    (made,) = ast.parse(textwrap.dedent(inspect.getsource(shape))).body
    assert isinstance(made, ast.ClassDef)
    return dict(_below(made))


def constants_of(path: str, name: str) -> dict[str, str]:
    """Returns the docstring below each constant of the class `name` in a file, by the constant's name."""
    tree = ast.parse((TREE / path).read_text("utf-8"))
    (made,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return dict(_below(made))


def _below(made: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for before, after in zip(made.body, made.body[1:], strict=False):
        target = before.target if isinstance(before, ast.AnnAssign) else getattr(before, "targets", [None])[0]
        said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
        if isinstance(target, ast.Name) and isinstance(said, str):
            yield target.id, " ".join(said.split())
