"""Tests of tables from spreadsheets: any encoding is read, and a change of some cells keeps all other bytes of the
file.
"""

import codecs
from pathlib import Path

import pytest

from arena.course.csv_file import CsvFile, read_csv
from arena.course.encodings import mangled
from arena.errors import ArenaError

TEXT = 'id;name;Punkte\r\ns1;"Müller; Jörg";"3,5"\r\ns2;Straße;\r\n'


def read(folder: Path, content: bytes) -> CsvFile:
    path = folder / "list.csv"
    path.write_bytes(content)
    return read_csv(path, "bad-list")


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (TEXT.encode(), "UTF-8"),
        (TEXT.encode("utf-8-sig"), "UTF-8"),
        (codecs.BOM_UTF16_LE + TEXT.replace(";", "\t").encode("utf-16-le"), "UTF-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("cp1252"), "Windows-1252"),
        (TEXT.replace("ß", "\u20ac").encode("cp1252"), "Windows-1252"),
    ],
)
def test_a_table_is_read_in_its_encoding_and_written_in_it(tmp_path: Path, content: bytes, encoding: str) -> None:
    file = read(tmp_path, content)
    assert file.source.encoding == encoding
    assert file.rows[1][1].replace("\t", ";") == "Müller; Jörg"
    assert file.content() == content
    words = (
        [] if encoding == "UTF-8" else [f"read in {encoding}, with words as Müller: if they are wrong, save it as CSV"]
    )
    assert [note.partition(" (")[0] for note in file.source.note()] == words


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"id;name\ns1;A\ns2;M\x81ller\n",
            "is not valid Windows-1252: row 3 contains 'M\ufffdller', in which some characters are not text",
        ),
        (b'id;name\ns1;"A\nB"\ns2;\xfcb\x01r\n', "is not valid Windows-1252: row 3 contains 'üb?r'"),
        (codecs.BOM_UTF8 + b"id\ns1\nM\xfcller\n", "is not valid UTF-8: row 3 contains 'M\ufffdller'"),
        (codecs.BOM_UTF16_LE + b"i\0d\0\n\0\x3d\xd8", "is not valid UTF-16: row 2 contains "),
        (
            "id;name\n".encode("utf-16-le"),
            "is not a text file, or is UTF-16 without a byte order mark; expected a CSV file",
        ),
        (b"PK\3\4" + bytes(9), "is a workbook of a spreadsheet program; expected a CSV file"),
        (b"\xd0\xcf\x11\xe0" + bytes(9), "is a workbook of a spreadsheet program; expected a CSV file"),
        (
            b'id;name\ns1;"A\nB"\ns2;"A"B\n',
            "is not a valid CSV file: row 3 contains '\"A\"B?', where a quoted cell is not closed",
        ),
        (b'id;name\ns1;"A\nB\n', "is not a valid CSV file: row 2 contains '\"A?B?'"),
    ],
)
def test_what_is_no_table_is_refused_with_the_row(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read(tmp_path, content)
    assert said in caught.value.message
    assert "save the table as CSV" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id,a\ns1,\n", "id,a\ns1,7\n"),
        ('"id","a"\r\n"s1",""\r\n', '"id","a"\r\n"s1","7"\r\n'),
        ('"id",a\ns1,"x"', '"id",a\ns1,"7"'),
        ("id,a\r\ns1\r\n", "id,a\r\ns1,7\r\n"),
        ("id,a,b\ns1", "id,a,b\ns1,7,"),
        ('sep=;;\n\nid;a;"b, c"\n "s1";;=1+1;;\n\n;;;;', 'sep=;;\n\nid;a;"b, c"\n "s1";7;=1+1;;\n\n;;;;'),
        ("id\ta\ns1\tx\ty\r\n", "id\ta\ns1\t7\ty\r\n"),
        ("id,a\rs1,\r", "id,a\rs1,7\r"),
    ],
)
def test_one_cell_is_changed_and_all_else_stays(tmp_path: Path, before: str, after: str) -> None:
    file = read(tmp_path, before.encode())
    assert file.content() == before.encode()
    file.change(1, 1, "7")
    assert file.content() == after.encode()


def test_what_is_written_into_a_cell_is_read_there(tmp_path: Path) -> None:
    for text in ("1,5", 'say "no"', "two\nlines", "plain", ""):
        file = read(tmp_path, b"id,a\ns1,x\n")
        file.change(1, 1, text)
        assert read(tmp_path, file.content()).rows == [["id", "a"], ["s1", text]]


NAMES = [
    "Müller", "José", "Łukasz", "Wałęsa", "ÅÄÖ", "Éloïse", "JOÃO", "O\u2019Neil", "O\u00b4Neil", "Nguyễn",
    "Đặng", "Зоя", "李", "L'HAŸ", "KOŠICE", "Šimon", "Žižek", "Cœur", "Ðorđe", "Þór", "İbrahim", "Øystein", "Groß",
    "Αλέξης", "שרה", "محمد", "กิตติ", "प्रिया", "María-José", "Anaïs", "Mc\u2019Šov", "Val·lès", "„Ä“",
    "JOSÉ\u2019S", "Müller\u2013Lüdenscheidt", "TOMÁŠÍK",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_are_not_taken_for_mangled_ones(name: str) -> None:
    assert mangled(name) == ""


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "mac_roman", "cp850"])
@pytest.mark.parametrize("name", ["Müller", "Zoë", "Łukasz", "Großmann", "NIÑO", "Øystein", "O\u2019Neil"])
def test_names_that_were_read_in_a_wrong_encoding_are_told(name: str, encoding: str) -> None:
    assert mangled(name.encode().decode(encoding, "replace"))


@pytest.mark.parametrize("encoding", ["mac_roman", "cp850", "cp1250"])
@pytest.mark.parametrize("name", ["Müller", "Jäger", "Wałęsa", "Łukasz", "José"])
def test_other_encodings_are_not_taken_for_windows_1252(tmp_path: Path, name: str, encoding: str) -> None:
    content = f"id;name\ns1;{name}\n".encode(encoding, "ignore")
    if content.decode("cp1252", "replace").endswith(f";{name}\n") or content.isascii():
        return  # in this encoding, all letters of the name have the same bytes as in Windows-1252
    try:
        found = read(tmp_path, content).rows[1][1]
    except ArenaError:
        return
    assert mangled(found) or found.isascii()
