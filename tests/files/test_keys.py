"""Tests that TOML files are read and checked as a dataclass with a field for each key describes."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.files.keys import Source, flag, integer, key, read_keys, table, tables, text, values_of


def mark(source: Source, name: str, value: object) -> str:
    """Checks that a key's value is a text, and returns it; if the key is absent, returns the value of the key `title`
    followed by `!`.
    """
    return f"{source.value('title')}!" if value is None else text(source, name, value)


@dataclass(frozen=True)
class Size:
    wide: int = 1
    high: int = 2


@dataclass(frozen=True, kw_only=True)
class Item:
    name: str = key(text)
    new: bool = key(flag, default=False)
    mark: str = key(mark)


@dataclass(frozen=True, kw_only=True)
class Shelf:
    mark: str = key(mark)
    title: str = key(text)
    size: Size = key(table(Size, wide=integer(1, 9), high=integer(1, 9)), Size())
    items: tuple[Item, ...] = key(tables(Item), ())


@dataclass(frozen=True, kw_only=True)
class Labelled(Shelf):
    note: str = ""
    price: int = key(integer(0, 99), 5)


def read(folder: Path, said: str) -> Labelled:
    path = folder / "shelf.toml"
    path.write_text(said)
    shelf, source = read_keys(path, Labelled, "bad-shelf")
    source.demand_known()
    return shelf


def test_what_is_absent_is_as_the_dataclass_has_it(tmp_path: Path) -> None:
    assert read(tmp_path, 'title = "a"') == Labelled(title="a", mark="a!")


def test_keys_of_a_base_tables_and_lists_of_tables_are_read(tmp_path: Path) -> None:
    shelf = read(tmp_path, 'title = "a"\nprice = 7\nsize = {high = 3}\n[[items]]\nname = "b"\nnew = true\n')
    items = (Item(name="b", new=True, mark="a!"),)
    assert shelf == Labelled(title="a", mark="a!", price=7, size=Size(1, 3), items=items)
    assert values_of(shelf, Shelf) == {"mark": "a!", "title": "a", "size": Size(1, 3), "items": items}


def test_a_kind_may_ask_for_a_key_that_stands_below_or_around_it(tmp_path: Path) -> None:
    said = 'mark = "m"\ntitle = "a"\n[[items]]\nname = "b"\n[[items]]\nname = "c"\nmark = "d"\n'
    shelf = read(tmp_path, said)
    assert (shelf.mark, [item.mark for item in shelf.items]) == ("m", ["a!", "d"])


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("titel = 'a'", "title is missing; expected a string on one line", "set title in {}, in place of titel"),
        ("title = 'a'\nnote = 'b'", "the key note is unknown", "choose one of: items, mark, price, size, title"),
        ("title = 'a'\nsize = {high = 10}", "size.high is 10; expected an integer from 1 to 9", "set size.high in {}"),
        ("title = 'a'\nsize = {hihg = 1}", "the key size.hihg is unknown", "did you mean high?"),
        ("title = 'a'\nsize = 3", "size is 3; expected a table, [size]", "set size in {}"),
        (
            "title = 'a'\n[[items]]\nnew = true",
            "items[0].name is missing; expected a string",
            "set items[0].name in {}",
        ),
        ("title = 'a'\n[[items]]\nname = 'b'\nnew = 1", "items[0].new is 1; expected true", "set items[0].new in {}"),
        ("title = 'a'\nitems = []", "items is []; expected tables, each headed [[items]]", "set items in {}"),
    ],
)
def test_a_complaint_names_the_key_wherever_it_stands(tmp_path: Path, said: str, message: str, hint: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read(tmp_path, said)
    path = tmp_path / "shelf.toml"
    assert caught.value.code == "bad-shelf"
    assert caught.value.message.startswith(f"{path}: {message}")
    assert caught.value.hint == hint.format(path)
