"""Tests of the programs that a bot needs: the error names each missing program, with a place to get it."""

import pytest

from arena.building.house import house_bot_names
from arena.building.manifest import read_manifest
from arena.building.tools import PACKAGES, SITES, demand_tools
from arena.errors import ArenaError


def test_what_a_house_bot_lacks_is_told_with_where_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {name: read_manifest(path) for name, path in house_bot_names().items()}
    monkeypatch.setenv("PATH", "")
    said = {}
    for name, bot in bots.items():
        assert {*bot.missing()} <= {*PACKAGES, *SITES}
        if bot.missing():
            with pytest.raises(ArenaError) as caught:
                demand_tools(bot)
            said[name] = str(caught.value)
    assert said["go/greedy"].startswith("the bot greedy-go needs go, which this machine does not have  [no-build-tool]")
    assert "install go (https://go.dev/dl), or" in said["go/greedy"]
    assert "(Debian, Ubuntu: apt-get install default-jdk-headless maven)" in said["java/greedy"]
    assert "(https://rustup.rs; Debian, Ubuntu: apt-get install gcc)" in said["rust/greedy"]
