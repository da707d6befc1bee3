"""Bundles the viewer's modules for a page from disk, where browsers refuse to load modules.

Rule 1: modules stay as they are. Each becomes a function's body; what they load is found among files that the page
carries, since `fetch`, `import()` and `import.meta.url` mean others there.
Rule 2: imports are read as this house writes them: names in braces, one line.
"""

import json
import posixpath
import re
from collections.abc import Iterable
from typing import Final

from leaderboards.pages.assets import asset

ROOT: Final = "inline:/"
"""Addresses of what the page carries begin so."""
IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "(\.[^"]+)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
BESIDE: Final = re.compile(r'await import\("(\.[^"]+)"\)')
"""What a module may load later, by its path from there."""
LEFT: Final = re.compile(r"^(?:import|export)\b|import\.meta|await import\(|</|<!--", re.MULTILINE)
"""What would mean another thing in a function's body, or end the element it stands in."""
PRELUDE: Final = """\
const files = JSON.parse(document.getElementById("files").textContent);
const modules = {};
const imported = async (address) => modules[address];
const fetch = async (address) => {
  const file = files[String(address)];
  if (file === undefined) return new Response(null, { status: 404 });
  return new Response(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)));
};
"""


def bundle(names: Iterable[str]) -> str:
    """One module that does what these do, assets each, with all they import; it loads nothing."""
    return PRELUDE + modules(names)


def modules(names: Iterable[str]) -> str:
    """These modules, assets each, and all they import, behind a prelude: each is in `modules` by its address."""
    done: dict[str, str] = {}
    for name in names:
        _add(name, done)
    return "".join(done.values())


def _add(name: str, done: dict[str, str]) -> None:
    """Adds a module behind those it imports."""
    if name in done:
        return
    text = asset(name).decode()

    def found(match: re.Match[str]) -> str:
        path = _path(name, match[2])
        _add(path, done)
        return f"const {{ {match[1]} }} = modules[{json.dumps(ROOT + path)}];"

    body = EXPORT.sub(r"\1", IMPORT.sub(found, text))
    body = BESIDE.sub(lambda match: f"await import({json.dumps(ROOT + _path(name, match[1]))})", body)
    body = body.replace("import.meta.url", json.dumps(ROOT + name)).replace("await import(", "await imported(")
    assert not LEFT.search(body), f"{name}: {LEFT.search(body)}"
    exported = ", ".join(match[2] for match in EXPORT.finditer(text))
    done[name] = f"modules[{json.dumps(ROOT + name)}] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def _path(name: str, to: str) -> str:
    """The name of what a module calls so."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), to))
