"""Tests of the environment of a build: it has the variables by which tools are found, but no secret."""

import os
from pathlib import Path

import pytest

from arena.building.building import build, build_copy
from arena.building.manifest import read_manifest
from tests.building.built_bots import COUNTING, write_built_bot

SECRETS = {
    "PGPASSWORD": "secret",
    "GOOGLE_KEY": "secret",
    "NPM_TOKEN": "secret",
    "CARGO_REGISTRY_TOKEN": "secret",
    "PIP_INDEX_URL": "https://me:secret@there/simple",
    "https_proxy": "http://me:secret@there:3128",
    "GOPROXY": "https://me:secret@there,direct",
    "MAVEN_PASSWORD": "secret",
}


def test_a_build_in_a_copy_gets_what_finds_its_tools_and_nothing_that_may_be_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**SECRETS, "http_proxy": "http://there:3128", "LC_ALL": "C"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/opt/tokens/python@3.11/bin")
    build_copy(read_manifest(write_built_bot(tmp_path, f"env > {tmp_path}/environment; {COUNTING}")))
    seen = (tmp_path / "environment").read_text()
    assert "secret" not in seen
    assert "http_proxy=http://there:3128\n" in seen
    assert "LC_ALL=C\n" in seen
    assert f"PATH={os.environ['PATH']}\n" in seen


def test_an_authors_build_gets_more_but_no_secret_of_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PGPASSWORD", "GOOGLE_KEY", "HOMEBREW_TOKEN", "TERMINAL_TOKEN"):
        monkeypatch.setenv(name, "secret")
    for name in ("CARGO_HOME", "GOPROXY", "LC_ALL", "https_proxy"):
        monkeypatch.setenv(name, "/there")
    build(read_manifest(write_built_bot(tmp_path, f"env > ../environment; {COUNTING}")))
    seen = (tmp_path / "environment").read_text()
    assert seen.count("=/there\n") == 4
    assert "secret" not in seen


def test_a_build_in_a_copy_has_a_home_that_no_other_build_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / ".m2").mkdir(parents=True)
    (tmp_path / "home" / ".npmrc").write_text("registry=https://mirror.example/npm\n")
    (tmp_path / "home" / ".m2" / "settings.xml").write_text("<password>secret</password>")
    script = f"ls -A $HOME > {tmp_path}/NAME; cat $HOME/.npmrc >> {tmp_path}/NAME; touch $HOME/poison; {COUNTING}"
    for name in ("ann", "ben"):
        build_copy(read_manifest(write_built_bot(tmp_path, script.replace("NAME", f"of-{name}"), name=name)))
        assert (tmp_path / f"of-{name}").read_text() == ".npmrc\nregistry=https://mirror.example/npm\n"
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == [".m2", ".npmrc"]
    assert not list((tmp_path / "cache").glob("*/.home"))
