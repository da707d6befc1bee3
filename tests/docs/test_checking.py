"""Tests the checks that make the build of the documentation site fail, each on a site of two pages."""

import re
from pathlib import Path

import pytest

from tools.docsite import decisions
from tools.docsite.checking import check
from tools.docsite.links import Linker, anchor, copy_of
from tools.docsite.tree import TREE, BuildError, tracked

CONFIG = '[project]\nnav = ["index.md", {"More" = ["more.md"]}]\n'
GOOD = '<h1 id="top">A page</h1> <a href="{link}">a link</a> <img src="picture.png">'


def wrong(folder: Path, link: str = "more/#top", more: str = "# More\n\n- an item\n", extra: str = "") -> list[str]:
    """Makes a site of two pages, and returns the faults that the checks report.

    `link`: the address to which the first page links; `more`: the second page's Markdown; `extra`: HTML to add to the
    first page.
    """
    staged, site = folder / "docs", folder / "site"
    (site / "more").mkdir(parents=True)
    staged.mkdir()
    (folder / "zensical.toml").write_text(CONFIG)
    (staged / "index.md").write_text("# A page\n")
    (staged / "more.md").write_text(more)
    (site / "picture.png").touch()
    (site / "index.html").write_text(GOOD.format(link=link) + extra)
    (site / "more" / "index.html").write_text('<h1 id="top">More</h1> <a href="..">back</a>')
    return check(site, staged, folder / "zensical.toml")


def test_a_site_in_order_is_taken(tmp_path: Path) -> None:
    assert wrong(tmp_path) == []


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("less/", "index.html links to less/, which is not there"),
        ("more/#bottom", "index.html links to more/#bottom: more/index.html has no such place"),
        ("#bottom", "index.html links to #bottom: index.html has no such place"),
    ],
)
def test_a_dead_link_and_a_missing_anchor_are_told(tmp_path: Path, link: str, sentence: str) -> None:
    assert wrong(tmp_path, link) == [sentence]


def test_a_benchmark_that_is_not_there_is_told(tmp_path: Path) -> None:
    more = "# More\n\nMeasured by `benchmarks.games.engine` and `python -m benchmarks.horses`.\n"
    assert wrong(tmp_path, more=more) == ["more.md names benchmarks.horses, which is not there"]


def test_nothing_is_loaded_from_another_host(tmp_path: Path) -> None:
    address = "https://fonts.example/a.css"
    assert wrong(tmp_path, extra=f'<link rel="stylesheet" href="{address}">') == [
        f"index.html loads {address} from another host"
    ]


def test_a_page_that_nobody_lists_is_told_and_a_listed_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "zensical.toml").write_text('[project]\nnav = ["index.md", "gone.md"]\n')
    for name in ("index.md", "lost.md"):
        (tmp_path / "docs" / name).write_text("# A page\n")
    assert check(tmp_path / "site", tmp_path / "docs", tmp_path / "zensical.toml") == [
        "the navigation names gone.md, which is not there",
        "lost.md is not in the navigation of docs/zensical.toml",
    ]


def test_a_list_without_an_empty_line_before_it_is_told(tmp_path: Path) -> None:
    more = "# More\n\nThese:\n- one\n\n```\ncode:\n- none\n```\n"
    assert wrong(tmp_path, more=more) == ["more.md:4: a list needs an empty line before it"]


def test_links_lead_to_pages_copies_and_folders() -> None:
    linker = Linker(["errors.md"])
    text = "[a](../proto/README.md#the-clock) [b](../arena/bot/kit.py) [c](../bots/python/greedy) "
    text += "[d](reference/README.md#errors)"
    assert linker.page("docs/play.md", f"{text}\n```\n[e](../gone.md)\n```\n") == (
        f"[a](protocol.md#the-clock) [b]({copy_of('arena/bot/kit.py')}) "
        f"[c](sources.md#{anchor('bots/python/greedy')}) [d](reference/errors.md)\n```\n[e](../gone.md)\n```\n"
    )
    assert (linker.files, linker.folders) == ({"arena/bot/kit.py"}, {"bots/python/greedy"})
    with pytest.raises(BuildError, match=r"docs/play\.md links to gone\.md, which is not there"):
        linker.page("docs/play.md", "[a](../gone.md)")


def test_the_index_of_decisions_is_complete() -> None:
    assert decisions.INDEX.read_text("utf-8") == decisions.index(), "run python -m tools.docsite.decisions"


def test_each_decision_has_its_sections_in_order() -> None:
    for path in sorted(decisions.FOLDER.glob("[0-9]*.md")):
        sections = re.findall(r"^## (Decision|Considered|Costs)$", path.read_text("utf-8"), re.MULTILINE)
        assert sections[:1] == ["Decision"], path
        assert sections == [name for name in ("Decision", "Considered", "Costs") if name in sections], path


def test_a_decision_that_was_superseded_names_one_that_there_is() -> None:
    there = {record.number for record in decisions.records()}
    named = {number for record in decisions.records() for number in re.findall(r"\[(\d{4})\]", record.status)}
    assert named
    assert named <= there


def test_every_page_that_code_and_messages_name_is_there() -> None:
    named = {
        (path, page)
        for path in tracked()
        if path.endswith((".py", ".js", ".proto", ".toml", ".service", "Caddyfile"))
        for page in re.findall(r"(?<![\w/])docs/[\w/-]+\.md", (TREE / path).read_text("utf-8"))
    }
    assert len(named) > 20
    assert [one for one in sorted(named) if not (TREE / one[1]).is_file()] == []
