"""The column headings of school systems' lists in English, German, French and Dutch.

The headings of Moodle come from its language packs, those of Canvas from its gradebook and its list of groups, and
those of Gradescope and GitHub Classroom from their rosters.
"""

import re
import unicodedata
from typing import Final

LAST: Final = "last name"
FIRST: Final = "first name"
ROLE: Final = "role"
ANYTHING: Final = "identifier"
"""The meaning of GitHub Classroom's column of identifiers, which may contain ids, addresses or names."""
HANDLE: Final = "handle"
"""The meaning of a column in older rosters, whose cells contain a number in Moodle or an account on GitHub."""

MEANINGS: Final[dict[str, tuple[str, ...]]] = {
    "id": (
        "id", "id number", "idnumber", "id nummer", "idnummer", "numéro d identification", "sis user id", "user id",
        "sid", "student id", "student number", "matriculation number", "matrikelnummer", "matrikel nr", "matrikelnr",
        "numéro d étudiant", "numéro étudiant", "studentnummer", "studentennummer", "personennummer", "nummer id",
        "matr nr", "matrnr", "matrikel nummer", "mtknr", "registration number", "registration number of student",
    ),
    "name": (
        "name", "full name", "fullname", "student", "student name", "vollständiger name", "nom complet", "nom",
        "volledige naam", "naam",
        "nachname vorname", "vorname nachname", "vor und nachname", "vorname und nachname", "name vorname",
        "nom complet de l utilisateur", "nom et prénom", "naam student", "first name surname", "first name last name",
        "surname first name", "last name first name", "prénom nom", "nom prénom", "prénom nom de famille",
        "nom de famille prénom", "voornaam achternaam", "achternaam voornaam",
    ),
    FIRST: (
        "first name", "firstname", "given name", "vorname", "vorname n", "prénom", "prénoms", "voornaam",
        "first name of student",
    ),
    LAST: (
        "last name", "lastname", "surname", "family name", "nachname", "familienname", "nom de famille", "achternaam",
        "family name of student",
    ),
    "email": (
        "email address", "email", "e mail", "mail", "e mail address", "e mail adresse", "email adresse",
        "adresse de courriel", "courriel", "adresse e mail", "adresse électronique", "e mailadres", "emailadres",
        "email address of student",
    ),
    "login": (
        "sis login id", "login id", "login", "username", "user name", "benutzername", "anmeldename", "kennung",
        "nom d utilisateur", "identifiant de connexion", "gebruikersnaam",
        "nutzername", "nutzernamen", "benutzerkennung",
    ),
    "group": (
        "groups", "group", "group name", "team", "gruppen", "gruppe", "groupes", "groupe", "groepen", "groep",
        "gruppenname", "teamname", "team name", "nom du groupe", "groepsnaam",
    ),
    ROLE: ("roles", "role", "rollen", "rolle", "rôles", "rôle", "rol"),
    "moodle": ("moodle",),
    "canvas": ("canvas", "canvas user id"),
    "github": ("github", "github username", "github account"),
    HANDLE: ("handle",),
    "alias": ("alias",),
}  # fmt: skip
PARTICIPANT_IDS: Final = frozenset(("identifier", "id", "identifiant", "id nummer", "identificatie"))
"""The headings, in normalised form, of the participant's number in Moodle's grading worksheet."""
PARTICIPANTS: Final = re.compile(
    r"(?:participant(?:/e|e|in)?|teilnehmer(?:[/:*_]?in)?|participant\(e\)|deelnemer)\s*(\d+)", re.IGNORECASE
)
"""A pattern for a participant's number after Moodle's word for participant, such as "Participant 17"."""
NO_GROUP: Final = frozenset((
    "no group", "no groups", "no team", "none", "without group", "default group", "keine", "keine gruppe",
    "keine gruppen", "kein team", "ohne", "ohne gruppe", "standardgruppe", "standard gruppe", "aucun", "aucune",
    "aucun groupe", "sans groupe", "groupe par défaut", "geen", "geen groep", "geen groepen", "standaardgroep",
    "standaard groep",
))  # fmt: skip
"""Texts, in normalised form, that a list contains instead of a group's name if a student is in no group."""
NO_MEMBER: Final = ("not a member of any group", "kein mitglied", "membre d aucun groupe", "geen lid van")
"""The beginnings, in normalised form, of Moodle's sentences that mean that a student is in no group."""
NOTHING: Final = frozenset(("", "-", "--", "\u2013", "\u2014", "n/a", "#n/a", "#nv", "null"))
"""Texts of cells that mean the same as an empty cell, in small letters."""
LAST_NAMES: Final = frozenset(("name", "nom", "naam"))
"""Headings that mean the last name if the list also has a column of first names."""
STUDENT_ROLES: Final = frozenset((
    "student", "students", "learner", "studentin", "student in", "studierende", "studierender", "studierende r",
    "mitglied", "kursmitglied",
    "teilnehmer", "teilnehmerin", "teilnehmer in", "schüler", "schülerin", "schüler in", "étudiant", "étudiante",
    "étudiant e", "élève", "participant", "participante", "participant e", "leerling", "deelnemer",
))  # fmt: skip
CANVAS: Final = frozenset(("sis user id", "sis login id", "canvas user id"))
"""Headings, in normalised form, that only Canvas's lists have; in such lists, `ID` is the user's number in Canvas."""
GITHUB: Final = frozenset(("identifier", "github username"))
SIGN: Final = re.compile(r"[^\w]+|_+")


def plain(heading: str) -> str:
    """The normalised form of a heading: letters and digits in small letters, with a blank for any other characters."""
    return SIGN.sub(" ", unicodedata.normalize("NFC", heading).casefold()).strip()


def meaning_of(heading: str) -> str | None:
    """The meaning of a column with this heading, a key of MEANINGS; None if a course does not use such a column."""
    return BY_WORD.get(plain(heading))


BY_WORD: Final = {word: meaning for meaning, words in MEANINGS.items() for word in words}
