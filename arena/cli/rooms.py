"""The commands there are, by the rooms below `commands`: what is listed and offered before any of them is loaded."""

from typing import Final, NamedTuple


class Room(NamedTuple):
    """Commands for the same people, each a function in the module of its name."""

    heading: str
    """Above them in the help."""
    commands: dict[str, str]
    """By name, the first sentence of what each says of itself."""


ROOMS: Final = {
    "leagues": Room("Leagues and matches", {
        "list": "Print the games, their editions, house bots, and schedules.",
        "run-league": "Play a league and print its table.",
        "standings": "Print the table of a league.",
        "results": "Print a row for each match of a league.",
        "faults": "Print what bots did wrong, and where.",
        "verify": "Check all results of a league by computing them again.",
        "compare": "Say whether NEW is better than OLD.",
        "play": "Play one match of GAME and follow it.",
        "replay": "Tell a stored match, with all that was hidden then.",
        "similarity": "Say which of BOTS are alike.",
        "site": "Write the pages of leagues as files, for any web server.",
        "remote-token": "Print a new token, with which the remote BOT comes in.",
    }),
    "bots": Room("Writing a bot", {
        "init": "Make a bot in DIR that plays at once.",
        "build": "Build BOTS that were not built since they changed.",
        "check": "Try whatever a league may ask of BOT.",
        "playback": "Put the turns of a stored match to BOT again.",
        "proto": "Put the protocol's .proto files into DIR.",
        "stdio": "Play with a program that reads and prints lines of JSON.",
        "sandbox": "Say how far bots can be confined on this machine.",
    }),
    "games": Room("Adding a game", {
        "games": "Print what games there are, and where each comes from.",
        "new-game": "Make a game in DIR that plays at once.",
        "check-game": "Try whatever a game promises of GAME.",
    }),
    "ladders": Room("Taking part elsewhere", {
        "login": "Sign in to a ladder with LINK.",
        "submit": "Hand BOT in to a ladder.",
        "submissions": "Show what you have handed in to a ladder, the newest first.",
        "remote": "Have BOT play in an arena elsewhere, while it runs here.",
        "remotes": "Show your bots that run on your own machine.",
    }),
    "servers": Room("Running a server, a course, a ladder", {
        "serve": "Show leagues in a browser, and let people play at tables.",
        "course": "Run a course: hand-ins, deadlines, finals, and grades.",
        "admin": "Run a ladder: its people, and what was done to them.",
        "backup": "Back up the ladder in FOLDER to the file OUT.",
        "restore": "Make the ladder in FOLDER of the file BACKUP.",
    }),
}  # fmt: skip
"""By the names of the rooms."""
COMMANDS: Final = {name: room for room, (_, commands) in ROOMS.items() for name in commands}
"""By each command its room."""
