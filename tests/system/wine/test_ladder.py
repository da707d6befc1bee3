"""Tests of a ladder that runs on Linux, with an author who uses Windows."""

from pathlib import Path

from arena.ladder.playing.files import LADDERS, RESULTS
from tests.ladder.playing.ladders import CALM_S, LONG_S, quick_ladder, stay_of, verified
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.system.wine.windows import Windows, on_wine
from tests.web.serving import free_port

pytestmark = on_wine
ENOUGH = 3


def test_a_bot_is_handed_in_and_plays_on_linux_and_another_plays_from_windows(windows: Windows, tmp_path: Path) -> None:
    folder, port, [(_, link)] = ladder_of(tmp_path, "Ann")
    quick_ladder(folder, pause_s=CALM_S)
    gate, ladders = free_port(), folder / LADDERS
    (ladders / "far.toml").write_text(f'gate = "127.0.0.1:{gate}"\n' + (ladders / "verraeter.toml").read_text())
    with arena_serve(folder, port):
        assert "signed in" in windows.run("login", f"http://127.0.0.1:{port}/ladder/sign-in/{link}")
        assert "  active" in windows.run("submit", "mine")
        wait_for(lambda: stay_of(folder, "verraeter", "mine")[0] >= ENOUGH, LONG_S)
        assert "plays in verraeter" in windows.run("submissions")
        (windows.folder / "fern.token").write_text(windows.run("remotes", "enter", "far", "fern").split()[-1])
        options = ("--server", f"http://127.0.0.1:{gate}", "--token-file", "fern.token")
        with windows.running("remote", *options, "--", "random", until="plays as fern"):
            wait_for(lambda: stay_of(folder, "far", "fern")[0] >= ENOUGH, LONG_S)
            assert "fern" in windows.run("remotes")
    assert (folder / RESULTS / "far").exists()
    verified(folder, "verraeter")
    wait_for(lambda: not windows.left(), 30)
