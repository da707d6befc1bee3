"""`arena games`: lists all games."""

from collections.abc import Iterable
from typing import Final

import click

from arena.games.game_list import Listed, listed_game, listed_games
from arena.games.outside.openspiel.catalogue import Offer, offers
from arena.text import json_text, one_line

COLUMN: Final = 24
SCHEME: Final = "openspiel"
OFFERED: Final = 37


def games(game: str | None, openspiel: bool, as_json: bool) -> None:
    """Prints a list of all games, of one game, or of OpenSpiel's games, with the origin of each game."""
    if openspiel:
        if game:
            raise click.UsageError("--openspiel lists all games of OpenSpiel; leave GAME out")
        _print_offers([*offers()], as_json)
        return
    listed = [listed_game(game)] if game else [*listed_games()]
    if as_json:
        click.echo(json_text({"games": [_values(one) for one in listed]}))
    else:
        _print(listed)


def _print(listed: Iterable[Listed]) -> None:
    for game in listed:
        source = f"{game.source} {game.origin}".rstrip()
        if game.entry:
            info = game.entry.info
            _say(game.key, f"{info.title}, {info.seat_numbers()} seats, version {info.rules_version}; {source}")
            _say("", game.entry.summary)
        elif game.error:
            _say(game.key, f"cannot be loaded; {source}")
            _say("", f"Error: {game.error.message}  [{game.error.code}]")
            _say("", f"Hint: {game.error.hint}" if game.error.hint else "")


def _values(game: Listed) -> dict[str, object]:
    """Returns the JSON values of a game. If the game cannot be loaded, the values that only its code knows are None."""
    info = game.entry.info if game.entry else None
    return {
        "key": game.key,
        "source": game.source,
        "origin": game.origin,
        "title": info.title if info else None,
        "rules_version": info.rules_version if info else None,
        "seats": [*info.seats] if info else None,
        "summary": game.entry.summary if game.entry else None,
        "error": game.error.message if game.error else None,
    }


def _print_offers(listed: Iterable[Offer], as_json: bool) -> None:
    if as_json:
        click.echo(json_text({"games": [{"key": f"{SCHEME}:{one.name}", **_offer_values(one)} for one in listed]}))
        return
    for one in listed:
        click.echo(one_line(f"{f'{SCHEME}:{one.name}':<{OFFERED}}  {one.title}, {_offered(one)}"))


def _offer_values(one: Offer) -> dict[str, object]:
    """Returns the JSON values of an OpenSpiel game. All keys are present, but most values are None if the arena cannot
    play the game.
    """
    known: dict[str, object] = {name: None if one.refused else value for name, value in one._asdict().items()}
    del known["name"]
    return known | {"title": one.title, "refused": one.refused or None}


def _offered(one: Offer) -> str:
    if one.refused:
        return f"refused: {one.refused}"
    seats = f"{one.seats} seats" + (f" (players={one.seats} to {one.most_seats})" if one.most_seats > one.seats else "")
    hidden = "hidden information" if one.hidden else "perfect information"
    told = "" if one.remembered else ", of which bots must remember what they saw"
    return f"{seats}, {hidden}{told}, {'luck' if one.luck else 'no luck'}, at most {one.longest} actions"


def _say(name: str, text: str) -> None:
    if name or text:
        click.echo(one_line(f"{name:<{COLUMN}}  {text}".rstrip()))
