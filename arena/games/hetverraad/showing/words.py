"""Sentences for actions and their effects. They are the same as the sentences of `browser/words.js`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.games.contract import Sentences

Json = Mapping[str, Any]

BLACK: Final = "black master"
OWNING: Final = ("buy-area", "start", "build", "build-tower", "start-tower")
"""The kinds of actions with a sentence that already names the seat that owns the area. `events` does not report this
seat as the new owner again.
"""


class Words:
    """Describes matches in sentences. `names` are the names of the players, by seat."""

    def __init__(self, setup: Json, names: Sequence[str], sentences: Sentences) -> None:
        self.names = tuple(names)
        self.cards = {card["id"]: card for card in setup["cards"]}
        self.t, self.listed = sentences.t, sentences.listed

    def deed(self, parts: Json, seat: int, board: Json) -> str:
        """Returns the sentence for an action of `seat`. `parts` are the action's parts; `board` is the board before the
        action.
        """
        return self.t(_key(parts, board), **self._values(parts), who=self.names[seat])

    def events(self, before: Json, now: Json, taken: Json | None) -> list[str]:
        """Returns the sentences about what happened between two boards, except the action itself. `taken` is the parts
        of the action; None if there was no action.
        """
        return [
            *self._dice(before, now, taken),
            *self._areas(before, now, taken),
            *self._holdings(before, now),
            *self._powers(before, now),
            *self._cards(before, now),
            *self._round(before, now),
        ]

    def _values(self, parts: Json) -> dict[str, str | int]:
        return {
            "area": parts.get("area") or "",
            "card": self._card(parts["card"]) if parts.get("card") else self.t("some.card"),
            "influence": self.t(f"influence.{parts['influence']}") if parts.get("influence") else "",
            "seat": self._who(parts["seat"]) if "seat" in parts else "",
            "token": (parts.get("token") or 0) + 1,
        }

    def _card(self, name: str) -> str:
        card = self.cards[name]
        return self.t("card", name=card["name"], colour=self.t(f"colour.{card['colour']}"), value=card["value"])

    def _who(self, owner: int | str | None) -> str:
        if owner == BLACK:
            return self.t("black.master")
        return self.names[owner] if isinstance(owner, int) else self.t("nobody")

    def _dice(self, before: Json, now: Json, taken: Json | None) -> list[str]:
        was, master = before["black_master"], now["black_master"]
        kind, told = taken["kind"] if taken else "", []
        if master["black_die"] is not None and (kind in ("roll", "attack") or master["black_die"] != was["black_die"]):
            told.append(self.t("event.black.die", value=master["black_die"]))
        if master["white_die"] is not None and (kind == "attack" or master["white_die"] != was["white_die"]):
            told.append(self.t("event.white.die", value=master["white_die"]))
        return told

    def _areas(self, before: Json, now: Json, taken: Json | None) -> list[str]:
        told = []
        owning = taken.get("area") if taken and taken["kind"] in OWNING else None
        for was, area in zip(before["areas"], now["areas"], strict=True):
            name, owner = area["id"], area["owner"]
            if owner != was["owner"] and not (owning == name and isinstance(owner, int)):
                key = "event.neutral" if owner is None else "event.owner"
                told.append(self.t(key, area=name, who=self._who(owner), **{"from": self._who(was["owner"])}))
            if area["towers"] < was["towers"]:
                told.append(self.t("event.tower.lost", area=name))
            if was["building"] and area["building"] != was["building"]:
                told.append(self.t("event.building.lost", area=name, card=self._card(was["building"])))
        return told

    def _holdings(self, before: Json, now: Json) -> list[str]:
        """Returns sentences for the points and stones that seats and the Black Master got or lost."""
        told = []
        for seat, (was, has) in enumerate(zip(before["seats"], now["seats"], strict=True)):
            told += self._changed("event.receives", "event.pays", seat, was["stones"], has["stones"])
            told += self._changed("event.scores", "event.loses", seat, was["score"], has["score"])
        scores = (board["black_master"]["score"] for board in (before, now))
        return [*told, *self._changed("event.scores", "event.loses", BLACK, *scores)]

    def _changed(self, more: str, less: str, owner: int | str, was: int, now: int) -> list[str]:
        if now == was:
            return []
        return [self.t(more if now > was else less, who=self._who(owner), count=abs(now - was), total=now)]

    def _powers(self, before: Json, now: Json) -> list[str]:
        return [
            self.t(
                "event.power.lost" if owner is None else "event.power",
                who=self._who(owner),
                power=self.t(f"power.{power}"),
            )
            for power, owner in now["grand_powers"].items()
            if owner != before["grand_powers"][power]
        ]

    def _cards(self, before: Json, now: Json) -> list[str]:
        """Returns sentences for drawn cards and tokens, black tokens turned up, expelled seats, and a new deck. A
        seat's draw is told only if both boards show all its cards or tokens of this sort.
        """
        told, again = [], now["reshuffles"] > before["reshuffles"]
        row = [one["card"] for one in before["row"]]
        seen = row if again else [*row, *before["pawnshop"], *before["market"]]
        for seat, (was, has) in enumerate(zip(before["seats"], now["seats"], strict=True)):
            drawn = [self._card(card) for card in _more(was["hand"], has["hand"]) if card not in seen]
            drawn += [self.t(f"influence.{kind}") for kind in _more(was["influence"], has["influence"])]
            drawn += [self.t("token.of", value=value) for value in _more(was["black_tokens"], has["black_tokens"])]
            if drawn:
                told.append(self.t("event.draws", who=self._who(seat), things=self.listed(drawn)))
            if has["dark_power"] and not was["dark_power"]:
                told.append(self.t("event.dark", who=self._who(seat), count=has["dark_power"]))
            if has["expelled"] and not was["expelled"]:
                told.append(self.t("event.expelled", who=self._who(seat)))
        return [*told, self.t("event.renewed")] if again else told

    def _round(self, before: Json, now: Json) -> list[str]:
        told = [self.t("event.last.round")] if now["last_round"] and not before["last_round"] else []
        if now["round"] != before["round"]:
            told.append(self.t("event.round", round=now["round"]))
        if now["active"] != before["active"]:
            told.append(self.t("event.turn", who=self._who(now["active"])))
        if now["phase"] == "end of match" != before["phase"]:
            told.append(self.t("event.end"))
        if (won := now["won"]) and not before["won"]:
            best = max(seat["score"] for seat in now["seats"])
            who = self.listed([self._who(seat) for seat in won["seats"]])
            key = f"event.won.{won['side']}"
            told.append(self.t(key, who=who, black=now["black_master"]["score"], best=best))
        return told


def _more(was: Sequence[Any], has: Sequence[Any]) -> list[Any]:
    """Returns the things that `has` contains in addition to those of `was`; nothing if either list has an unknown thing
    (None).
    """
    if None in was or None in has:
        return []
    less, more = list(was), []
    for one in has:
        if one in less:
            less.remove(one)
        else:
            more.append(one)
    return more


def _key(parts: Json, board: Json) -> str:
    kind = parts["kind"]
    if kind == "pass" and board["phase"] == "refill":
        return "deed.pass.refill"
    if kind == "play" and "area" in parts:
        return "deed.play.area"
    if kind == "play" and "seat" in parts:
        return "deed.play.seat"
    return f"deed.{kind}.{parts['market']}" if parts.get("market") else f"deed.{kind}"
