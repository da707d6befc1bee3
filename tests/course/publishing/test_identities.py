"""Tests that texts that identify a person are found in any spelling, and that common words of programs are not taken
for names of persons.
"""

import pytest

from arena.course.publishing.identities import Names

NAMES = Names(
    [
        *(
            "Max Weber",
            "Mark von Stein",
            "Anna-Lena Müller",
            "Jonas Mueller",
            "Ole Groß",
            "Kim Li",
            "José Núñez",
            "王伟",
        ),
        *(
            "s7001",
            "7654321",
            "s7654321@uni.example",
            "kimli",
            "8123",
            "777",
            "awe",
            "team-a",
            "group-7",
            "k.adams@uni.example",
            "lena2@uni.example",
        ),
    ]
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Max_Weber_Bot", "max_weber"),
        ("/home/x/weberbot.py", "weberbot"),
        ("AnnaWeberBot", "annaweberbot"),
        ("bot7weber2", "bot7weber2"),
        ("print('MAX')", "MAX"),
        ("Mark's bot", "Mark"),
        ("/home/max/bot.py", "max"),
        ("max_bot", "max"),
        ("by mark von stein", "mark von stein"),
        ("annalena.py", "annalena"),
        ("lena_bot", "lena"),
        ("KimBot", "Kim"),
        ("kimli.py", "kimli"),
        ("kli.py", "kli"),
        ("by Li", "Li"),
        ("KIM LI", "kim li"),
        ("MULLER", "muller"),
        ("Mueller", "mueller"),
        ("M\u00fcller", "muller"),
        ("Mu\u0308ller", "muller"),
        ("M\u200buller", "muller"),
        ("gross", "gross"),
        ("GROẞ", "gross"),
        ("nunez", "nunez"),
        ("jose", "jose"),
        ("王伟", "王伟"),
        ("bot-s7001", "s7001"),
        ("S_7001", "7001"),
        ("bot_7001.py", "7001"),
        ("id 7654321", "7654321"),
        ("x8123", "x8123"),
        ("_awe_", "awe"),
        ("AweBot", "Awe"),
        ("group7", "group7"),
        ("kadams", "kadams"),
        ("adams", "adams"),
        ("lena2", "lena2"),
    ],
)
def test_what_says_who_somebody_is_is_found(text: str, found: str) -> None:
    assert NAMES.found(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "max(1, 2)",
        "np.max(row)",
        "# mark all of von Neumann's",
        "awesome",
        "s70011",
        "17654321",
        "line 8123, line 777",
        "the team, the group",
        "uni.example",
        "K, k and KX",
        "like a lily",
        "0a7001cc8123ee7654321ffe0a7001cc",
    ],
)
def test_common_words_and_chance_are_no_names(text: str) -> None:
    assert NAMES.found(text) == ""
