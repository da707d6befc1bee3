"""Makes the reference of the Python API from docstrings; griffe reads the sources without importing them."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

import griffe

from tools.docsite.reference import markup
from tools.docsite.tree import TREE

MODULES: Final = (
    ("arena.bot", "Bots", "The kit for bots in Python. [A bot in Python](../write-a-bot/python.md) uses it."),
    ("arena.bot.random", "Random numbers", "`Random` alone, for a bot that speaks the protocol without the kit."),
    ("arena.games", "Games of your own", "What a game in a file imports. [Your own game](../add-a-game.md) uses it."),
    ("arena.testing", "Tests of games", "The checks of a game as test cases."),
    ("arena.training", "Training", "The games as environments. [Train a policy](../train.md) uses them."),
    (
        "arena.games.registry",
        "Finding games",
        "Games by their names. [The engine as a library](../engine.md) uses them.",
    ),
    (
        "arena.games.finding",
        "Games in files",
        "Makes a game in a file known. [A bot that brings its game along](../write-a-bot/python.md) uses it.",
    ),
    ("arena.games.contract", "The contract of games", "What every game answers."),
    ("arena.games.checked", "Checked actions", "For callers that are not sure of their actions."),
    ("arena.games.verraeter", "Verräter: positions", "What bots of this game read."),
    ("arena.games.verraeter.actions", "Verräter: actions", ""),
    ("arena.games.verraeter.terms", "Verräter: terms", ""),
    ("arena.games.verraeter.editions", "Verräter: editions", ""),
    ("arena.games.hetverraad", "Het Verraad: positions", "What bots of this game read."),
    ("arena.games.hetverraad.actions", "Het Verraad: actions", ""),
    ("arena.games.hetverraad.terms", "Het Verraad: terms", ""),
    ("arena.errors", "Errors", "What the arena raises. [Errors](errors.md) lists the codes."),
)
"""The public modules in order, each with the heading of its section and its purpose; an empty purpose stands for the
module's docstring.
"""
ONLY: Final = {
    "arena.games.registry": ("create_game", "find_game", "GAMES"),
    "arena.games.finding": ("add_file",),
    "arena.games.checked": ("apply_checked",),
    "arena.games.verraeter": ("Position", "State", "card_count", "card_points"),
    "arena.games.verraeter.editions": ("ROUNDS",),
    "arena.games.hetverraad": ("Position", "State"),
}
"""The public names that the reference lists, by module, for modules that also have other public names."""
INTERNAL: Final = {"MADE", "add", "add_cards"}
"""Names of the games' actions that only the engine uses."""
GENERATED: Final = "arena.protocol.v1."
LONGEST_LINE: Final = 90
NUMBERS: Final = re.compile(r"[^a-z]+|\(.*\)", re.DOTALL)
"""Matches the source of a value if it has no lower-case letters, such as `2 * LIMIT`, or is in parentheses."""
FIELD: Final = re.compile(r"^[\w{][\w, {}]*: +\S")


def page() -> str:
    """Returns the text of the page with every public name, its signature and docstring."""
    loader = griffe.GriffeLoader(search_paths=[TREE])
    loader.load("arena", submodules=True)
    parts = ["# Python API", "What other code may import, and nothing else: all other names may change."]
    for name, heading, purpose in MODULES:
        module = loader.modules_collection[name]
        parts += [f"## {heading} {{ #{name.replace('.', '-')} }}", f"`{name}`: {purpose or _docstring(module)}"]
        members = list(_public(module))
        numbers = [one for one in members if isinstance(one, griffe.Attribute) and NUMBERS.fullmatch(str(one.value))]
        parts.append(_table(numbers))
        for member in members:
            if member not in numbers:
                parts += _member(member, f"{name}.{member.name}")
    return markup.page(*parts)


def _public(module: griffe.Module) -> Iterator[griffe.Object]:
    """Yields the public members of a module; for an alias, the object to which it refers."""
    names = ONLY.get(module.path) or module.exports
    for member in module.members.values():
        given = member.name in names if names else not (member.is_alias or member.name.startswith("_"))
        if given and not member.is_module and member.name not in INTERNAL:
            yield _final(member)


def _final(member: griffe.Object | griffe.Alias) -> griffe.Object:
    while isinstance(member, griffe.Alias):
        member = member.target
    return member


def _table(constants: Iterable[griffe.Attribute]) -> str:
    """Returns a table of constants with their values and meanings; an empty text if there are none."""
    rows = [(f"`{one.name}`", f"`{one.value}`", _docstring(one)) for one in constants]
    return markup.table(("Constant", "Value", "Meaning"), rows) if rows else ""


def _member(member: griffe.Object, path: str) -> Iterator[str]:
    yield f"### {member.name} {{ #{path.replace('.', '-')} }}"
    if member.path.startswith(GENERATED):
        yield f"A message of the protocol: [{member.name}](protocol.md#{member.name.lower()})."
        return
    yield markup.block(_signature(member), "python")
    yield _docstring(member)
    if isinstance(member, griffe.Class):
        for inner in member.members.values():
            if not inner.is_alias and not inner.name.startswith("_") and inner.docstring:
                yield f"#### {member.name}.{inner.name} {{ #{path.replace('.', '-')}-{inner.name} }}"
                yield markup.block(_signature(_final(inner)), "python")
                yield _docstring(_final(inner))


def _signature(member: griffe.Object) -> str:
    """Returns the signature of a member as text: its name, parameters and types as in the source."""
    if isinstance(member, griffe.Class):
        bases = ", ".join(map(str, member.bases))
        made = f"class {member.name}({bases})" if bases else f"class {member.name}"
        maker = member.members.get("__init__")
        return made if maker is None else f"{made}\n{_call(_final(maker), member.name)}"
    if isinstance(member, griffe.Function):
        return _call(member, member.name)
    typed = member.annotation if isinstance(member, griffe.Attribute) else None
    return f"{member.name}: {typed}" if typed else member.name


def _call(function: griffe.Object, name: str) -> str:
    assert isinstance(function, griffe.Function)
    parameters, starred = [], False
    for one in function.parameters:
        if one.name in ("self", "cls"):
            continue
        if one.kind is griffe.ParameterKind.keyword_only and not starred:
            parameters.append("*")
        starred = starred or one.kind in (griffe.ParameterKind.keyword_only, griffe.ParameterKind.var_positional)
        typed = f": {str(one.annotation).strip(chr(34))}" if one.annotation else ""
        default = f" = {one.default}" if one.default is not None and one.kind not in _MANY else ""
        parameters.append(f"{_MANY.get(one.kind, '')}{one.name}{typed}{default}")
    returned = f" -> {str(function.returns).strip(chr(34))}" if function.returns and name == function.name else ""
    line = f"{name}({', '.join(parameters)}){returned}"
    return (
        line
        if len(line) < LONGEST_LINE
        else "\n".join((f"{name}(", *(f"    {one}," for one in parameters), f"){returned}"))
    )


_MANY: Final = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}


def _docstring(member: griffe.Object) -> str:
    """Returns the paragraphs of a docstring as Markdown.

    It joins the lines of a paragraph, except lines that are indented or begin with a name and a colon.
    """
    if not member.docstring:
        return ""
    paragraphs = re.split(r"\n\s*\n", member.docstring.value.strip("\n"))
    return "\n\n".join(map(_paragraph, paragraphs))


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if text.startswith("|"):
        return text
    if all(line.startswith("    ") for line in lines):
        return markup.block(textwrap.dedent(text), "python")
    if len(lines) > 1 and all(line.startswith("    ") or FIELD.match(line) for line in lines):
        return markup.block(text)
    return markup.prose(" ".join(line.strip() for line in lines))
