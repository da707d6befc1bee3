"""Lists the names of all commands by group, so that help and completion need not load any command."""

from typing import Final, NamedTuple


class Group(NamedTuple):
    """A group of commands for the same kind of users. Each command is a function in a module that has the command's
    name.
    """

    heading: str
    """The heading above the group's commands in the help."""
    commands: dict[str, str]
    """The first sentence of each command's help, by the command's name."""


GROUPS: Final = {
    "leagues": Group("Leagues and matches", {
        "list": "Print the games, their editions, house bots, and schedules.",
        "run-league": "Play a league and print its table.",
        "standings": "Print the table of a league.",
        "results": "Print a row for each match of a league.",
        "faults": "Print the faults of bots, and where they happened.",
        "verify": "Verify all results of a league by playing every match again.",
        "compare": "Test whether NEW is better than OLD.",
        "play": "Play one match of GAME and follow it.",
        "replay": "Print a stored match, including all hidden information.",
        "similarity": "Find similar bots among BOTS.",
        "site": "Write the pages of leagues as files for any web server.",
        "remote-token": "Print a new token for the remote BOT.",
    }),
    "bots": Group("Writing a bot", {
        "init": "Create a bot in DIR that is ready to play.",
        "build": "Build BOTS that have changed since their last build.",
        "check": "Check that BOT works in a league, step by step.",
        "playback": "Ask BOT again for its choices in a stored match.",
        "proto": "Copy the protocol's .proto files to DIR.",
        "stdio": "Run a bot program that reads and prints lines of JSON.",
        "sandbox": "Test how well this machine can confine bots.",
    }),
    "games": Group("Adding a game", {
        "games": "List all games, each with its origin.",
        "new-game": "Create a game in DIR that is ready to play.",
        "check-game": "Check that GAME is correct and can be played in leagues.",
    }),
    "ladders": Group("Taking part elsewhere", {
        "login": "Sign in to a ladder with LINK.",
        "submit": "Submit BOT to a ladder.",
        "submissions": "List your submissions, newest first.",
        "remote": "Run BOT here for a league or ladder on another machine.",
        "remotes": "List your bots that run on your own machine.",
    }),
    "servers": Group("Running a server, a course, a ladder", {
        "serve": "Serve leagues, and tables for people, to browsers.",
        "course": "Run a course: hand-ins, deadlines, finals and grades.",
        "admin": "Manage a ladder: its people, seasons and log.",
        "backup": "Back up the ladder in FOLDER to the file OUT.",
        "restore": "Restore a ladder into FOLDER from the file BACKUP.",
    }),
}  # fmt: skip
"""The groups of commands, by the name of the folder in `arena/cli/commands` that contains the group."""
COMMANDS: Final = {name: group for group, (_, commands) in GROUPS.items() for name in commands}
"""The folder name of each command's group, by the command's name."""
