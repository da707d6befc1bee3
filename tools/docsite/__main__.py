"""The command that builds the documentation site into build/site."""

from tools.docsite.building import build
from tools.docsite.tree import TREE, BuildError

try:
    print(f"open {build(TREE / 'build') / 'index.html'}")  # noqa: T201  # for the person who ran make docs
except BuildError as error:
    raise SystemExit(f"the documentation cannot be built:\n{error}") from error
