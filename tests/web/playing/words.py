"""The things on a table of each game, expressed in the words that a screen reader must find on the page."""

from collections.abc import Iterator
from typing import Any

from leaderboards.pages.texts import Texts

Told = Iterator[tuple[str | int, list[str]]]
"""Pairs of a place on the page and the words that must be found there.

A place is a selector of elements (a string), or the index of a line in the text form of the board (an integer);
negative indices count from the end. A word that must occur several times is repeated in its list.
"""


def verraeter(said: Texts, setup: Any, board: Any, names: list[str]) -> Told:
    """Yields the words for the things on a table of Verräter."""
    printed = {one["name"]: one for one in setup["landscapes"]}
    for at, place in enumerate(board["circle"]):
        words = [landscape(said, board, at), str(printed[place["landscape"]]["base"])]
        words.append(", ".join(map(str, printed[place["landscape"]]["winners"])))
        if place["building"]:
            words.append(
                said.t(
                    "told.building",
                    building=said.t(f"building.{place['building']['kind']}"),
                    seat=place["building"]["seat"] + 1,
                )
            )
        yield at - 12, words
    if board["conflict"] is not None:
        fought = [landscape(said, board, at % 12) for at in (board["conflict"], board["conflict"] + 1)]
        yield 1, fought
    if board["strengths"]:
        yield 2, [str(board["strengths"][house]) for house in ("eagle", "rose")]
    for at, seat in enumerate(board["seats"]):
        cards = [str(card) for card in (*seat["hand"], *seat["played"]) if card is not None]
        closed = [said.t("closed")] * (seat["hand"].count(None) + (seat["kept"] and not seat["role"]))
        roles = [seat["role"]] if seat["role"] else (seat["offered"] or [])
        signs = [
            said.t(f"{name}")
            for name, who in (("start.player", "start"), ("strategy.card", "strategist"))
            if board[who] == at
        ]
        words = [
            names[at],
            f"{seat['score']} {said.t('points')}",
            said.t(f"house.{seat['house']}"),
            said.t("reserve", count=seat["reserve"]),
        ]
        yield f".seats .seat-{at}", [*words, *cards, *closed, *(said.t(f"role.{role}") for role in roles), *signs]
    piles = [said.t("draw.pile", count=len(board["draw_pile"])), said.t("discard.pile", count=len(board["discard"]))]
    aside = [said.t(f"role.{board['aside']}")] if board["aside"] and board["phase"] != "set-up" else []
    yield ".piles", [*piles, *map(str, board["discard"]), *aside]


def landscape(said: Texts, board: Any, at: int) -> str:
    """Returns the name of the landscape at the place `at` of the circle, with the name of the house that owns it."""
    place = board["circle"][at]
    return said.t(f"place.{place['house']}", landscape=said.t(f"landscape.{place['landscape']}"))


def hetverraad(said: Texts, setup: Any, board: Any, names: list[str]) -> Told:
    """Yields the words for the things on a table of Het Verraad."""
    cards = {one["id"]: one for one in setup["cards"]}
    titles, black = setup["plan"]["colour_titles"], board["black_master"]
    for at, (area, printed) in enumerate(zip(board["areas"], setup["areas"], strict=True)):
        owner = {None: said.t("nobody"), "black master": said.t("black.master")}.get(area["owner"], "")
        words = [area["id"], said.t("told.price", count=printed["price"]), owner or names[area["owner"]]]
        words += [said.t("told.bonus", bonus=printed["bonus"])] if printed["bonus"] else []
        words += [said.t(f"told.{way}") for way in ("road", "river") if setup["plan"]["areas"][at][way]]
        words += [said.t("told.gate")] if printed["gate"] else []
        words += [said.t("tower")] if area["towers"] else []
        words += [cards[area["building"]]["name"]] if area["building"] else []
        yield at - len(board["areas"]), words
    yield 1, [black["area"] or "", said.t("black.score", count=black["score"])]
    yield 2, [*map(str, setup["red_squares"]), str(setup["end_score"])]
    for at, seat in enumerate(board["seats"]):
        income = [f"{titles[colour][0]} {income}" for colour, income in seat["income"].items()]
        hand = [said.t("closed") if card is None else cards[card]["name"] for card in seat["hand"]]
        played = [said.t("closed.influence" if card is None else f"influence.{card}") for card in seat["influence"]]
        tokens = [
            said.t("black.token.closed") if one is None else said.t("black.token", value=one)
            for one in seat["black_tokens"]
        ]
        counted = [said.t(name, count=seat[name]) for name in ("stones", "knights")] + [
            said.t("white.tokens", count=seat["white_tokens"])
        ]
        powers = [said.t(f"power.{power}") for power, owner in board["grand_powers"].items() if owner == at]
        signs = [
            said.t(name)
            for name, here in (
                ("start.player", board["start"] == at),
                ("active", board["round"] and board["active"] == at),
                ("expelled", seat["expelled"]),
            )
            if here
        ]
        words = [names[at], f"{seat['score']} {said.t('points')}"]
        yield f".seats .seat-{at}", [*words, *income, *hand, *played, *tokens, *counted, *powers, *signs]
    lying = [
        cards[card]["name"]
        for card in (*(one["card"] for one in board["row"]), *board["pawnshop"], *board["market"], *board["discard"])
    ]
    stones = [said.t("stones", count=one["stones"]) for one in board["row"] if one["stones"]]
    left = {"black": "token_stack", "cards": "deck", "influence": "influence_deck"}
    supply = [said.t(f"supply.{name}", count=len(board[pile])) for name, pile in left.items()]
    dice = [
        said.t(f"{die}.die", value=black[f"{die}_die"]) for die in ("black", "white") if black[f"{die}_die"] is not None
    ]
    yield ".markets", [*lying, *stones, *supply, *dice]
    if board["last_round"]:
        yield (
            ".status",
            [
                said.t(
                    "told.phase.last",
                    round=board["round"],
                    phase=said.t(f"phase.{board['phase']}"),
                    who=names[board["active"]],
                )
            ],
        )
