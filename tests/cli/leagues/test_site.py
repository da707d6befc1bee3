"""Tests of `arena site`: its messages, and the arguments that it refuses."""

from pathlib import Path

import pytest

from tests.cli.conftest import Arena


def test_it_says_where_to_begin(arena: Arena, cup: Path, tmp_path: Path) -> None:
    result = arena("site", "results/cup", "site")
    assert result.exit_code == 0, result.output
    assert "pages in site; begin with site/index.html" in result.stderr
    assert (tmp_path / "site" / "cup" / "index.html").exists()
    assert arena("site", "results/cup", "match.html", "--match", "0").exit_code == 0
    assert (tmp_path / "match.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("results/cup",), "Missing argument 'RESULTS...'"),
        (("nowhere", "site"), "there are no results at nowhere  [no-store]"),
        (
            ("results/cup", "results"),
            "the folder results was not made by arena site and is not empty: it contains cup  [not-a-site]",
        ),
        (("results/cup", "site", "--language", "xx"), "'xx' is not known; choose one of: en, de, fr, nl"),
        (
            ("results/cup", "results", "--match", "0"),
            "results is a folder; expected a file, because the page of a match is one file  [not-a-match]",
        ),
        (
            ("results/cup", "match.html", "--match", "999999"),
            "the league cup does not show match 999999 now  [no-match]",
        ),
    ],
)
def test_what_cannot_be_is_told_with_a_next_step(
    arena: Arena, cup: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = arena("site", *arguments)
    assert result.exit_code != 0
    assert said in result.stderr
