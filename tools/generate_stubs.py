"""Generates the Python stubs of `proto/` in the packages that use them; `--check` only checks whether they are up to
date.
"""

import filecmp
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (Path("arena/protocol/v1"), Path("arena/remote/v1"))
WELL_KNOWN = Path(protoc.__file__).parent / "_proto"


def generate(target: Path) -> None:
    """Generates the stubs of all protocol files below the folder `target`."""
    sources = sorted(path for package in PACKAGES for path in (ROOT / "proto" / package).glob("*.proto"))
    arguments = [f"-I{ROOT / 'proto'}", f"-I{WELL_KNOWN}", f"--python_out={target}", f"--pyi_out={target}"]
    arguments += [f"--grpc_python_out={target}"]
    if protoc.main(["protoc", *arguments, *map(str, sources)]):
        raise SystemExit("protoc failed")
    for package in PACKAGES:
        for stub in (target / package).glob("*_pb2_grpc.py"):
            if stub.name != "arena_pb2_grpc.py":  # only this service is called through its stub
                stub.unlink()


def drift(target: Path) -> list[str]:
    """Returns the names of the stubs that differ between the tree and `target`, or are missing in one of them."""
    names = {
        str(package / path.name)
        for folder in (target, ROOT)
        for package in PACKAGES
        for path in (folder / package).glob("*_pb2*")
    }
    _, differing, missing = filecmp.cmpfiles(target, ROOT, sorted(names), shallow=False)
    return sorted(differing + missing)


def main() -> None:
    """Writes the stubs; with `--check`, only exits with an error if they are out of date."""
    if "--check" not in sys.argv[1:]:
        generate(ROOT)
        return
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        if stale := drift(Path(folder)):
            raise SystemExit(f"out of date: {', '.join(stale)}; run `make proto`")


if __name__ == "__main__":
    main()
