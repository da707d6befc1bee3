"""Archives of bots for tests, both valid and hostile ones."""

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from arena.building.bundle import pack
from arena.building.manifest import find_manifest, read_manifest

MANIFEST: Final = 'name = "{name}"\nversion = "{version}"\ncommand = ["{{python}}", "bot.py"]\n'


def archive(files: Mapping[str, str | bytes]) -> bytes:
    """A tar.gz of these files; the same files always give the same bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as out:
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
    return gzip.compress(buffer.getvalue(), mtime=0)


def of_entry(entry: tarfile.TarInfo) -> bytes:
    """A tar.gz that contains only this entry, without content."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as out:
        out.addfile(entry)
    return buffer.getvalue()


def bot(name: str = "mine", version: str = "1", **files: str) -> bytes:
    """An archive of a bot with a valid manifest and an empty program."""
    return archive({"bot.toml": MANIFEST.format(name=name, version=version), "bot.py": "", **files})


def house_bot(name: str) -> bytes:
    """An archive of a house bot (a bot that the arena ships) as `arena submit` packs it, with "my-" before its name."""
    packed = pack(read_manifest(find_manifest(name, Path()))).archive
    with tarfile.open(fileobj=io.BytesIO(packed)) as found:
        files = {entry.name: _read(found, entry) for entry in found}
    [manifest] = [path for path in files if path.endswith("bot.toml")]
    return archive(
        files | {manifest: files[manifest].replace(f'name = "{name}"'.encode(), f'name = "my-{name}"'.encode())}
    )


def _read(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(entry)
    assert file
    return file.read()
