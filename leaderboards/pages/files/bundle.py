"""Bundles the viewer's modules for a page that opens from disk, where browsers refuse to load modules.

Rule 1: the modules' source files need no changes. In the bundle, each module is a function's body, and `fetch`,
`import()` and `import.meta.url` are replaced, so that the module finds the files inside the page.
Rule 2: only imports in this project's style are recognised: names in braces, on one line. A module with any other
import makes the bundling fail.
"""

import json
import posixpath
import re
from collections.abc import Iterable
from typing import Final

from leaderboards.pages.assets import asset

ROOT: Final = "inline:/"
"""The beginning of the addresses of files that are stored inside the page."""
IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "(\.[^"]+)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
BESIDE: Final = re.compile(r'await import\("(\.[^"]+)"\)')
"""Matches a dynamic import, which loads a module later, by its relative path."""
LEFT: Final = re.compile(r"^(?:import|export)\b|import\.meta|await import\(|</|<!--", re.MULTILINE)
"""Matches code that a function's body must not contain, because it has another meaning in a function or ends the HTML
element around it.
"""
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
    """Returns the code of one module that contains these assets and all their imports, and loads no files."""
    return PRELUDE + modules(names)


def modules(names: Iterable[str]) -> str:
    """Returns the code of these assets and all their imports, to be placed after a prelude.

    The code adds each module to the JavaScript object `modules`, which the prelude must define.
    """
    done: dict[str, str] = {}
    for name in names:
        _add(name, done)
    return "".join(done.values())


def _add(name: str, done: dict[str, str]) -> None:
    """Adds a module's code to `done`, after the code of all modules that it imports."""
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
    """Returns the name of the asset to which the module `name` refers by the relative path `to`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), to))
