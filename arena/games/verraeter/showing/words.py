"""Sentences for actions and their effects. They are the same as the sentences of `browser/words.js`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.contract import Sentences

Json = Mapping[str, Any]


class Words:
    """Describes matches in sentences. `names` are the names of the players, by seat."""

    def __init__(self, setup: Json, names: Sequence[str], sentences: Sentences) -> None:  # noqa: ARG002  # a parameter of the interface Words
        self.names = tuple(names)
        self.t, self.listed = sentences.t, sentences.listed

    def deed(self, parts: Json, seat: int, board: Json) -> str:
        """Returns the sentence for an action of `seat`. `parts` are the action's parts; `board` is the board before the
        action.
        """
        return self.t(_key(parts), **self._values(parts, board), who=self.names[seat])

    def events(self, before: Json, now: Json, taken: Json | None) -> list[str]:
        """Returns the sentences about what happened between the boards `before` and `now`, except the action itself.
        `taken` is the action's parts and its seat (`by`); None if there was no action.
        """
        return [
            *self._reveal(before, now),
            *self._conflict(before, now),
            *self._scores(before, now),
            *self._cards(before, now, taken),
            *self._round(before, now),
        ]

    def _values(self, parts: Json, board: Json) -> dict[str, str | int]:
        places = {name: self._place(board, parts[name]) for name in ("place", "origin", "target") if name in parts}
        first, second = (self._place(board, at) for at in parts["places"]) if "places" in parts else ("", "")
        named = {name: self.t(f"{name}.{parts[name]}") for name in ("role", "building") if parts.get(name)}
        cards = parts.get("cards") or []
        listed = self.listed([str(card) for card in cards])
        return {**places, **named, "first": first, "second": second, "cards": listed, "sum": sum(cards)}

    def _place(self, board: Json, at: int) -> str:
        """Returns the landscape at a place in words, with the house that owns it. After a conquest, two places can have
        the same text.
        """
        place = board["circle"][at]
        return self.t(f"place.{place['house']}", landscape=self._landscape(place))

    def _landscape(self, place: Mapping[str, str]) -> str:
        return self.t(f"landscape.{place['landscape']}")

    def _reveal(self, before: Json, now: Json) -> list[str]:
        told, seats = [], list(zip(self.names, before["seats"], now["seats"], strict=True))
        if now["phase"] == "reveal":
            shown = [
                self.t("event.role", who=who, role=self.t(f"role.{seat['role']}"))
                for who, _, seat in seats
                if seat["role"]
            ]
            told += [self.t("event.roles", roles=self.listed(shown))] if shown else []
        for who, was, seat in seats:
            if seat["house"] != was["house"]:
                told.append(self.t("event.changes", who=who, house=self.t(f"house.{seat['house']}")))
        return told

    def _conflict(self, before: Json, now: Json) -> list[str]:
        told = []
        if now["phase"] == "resolution" and now["strengths"]:
            told.append(self.t(f"event.wins.{now['winner']}" if now["winner"] else "event.tie", **now["strengths"]))
        for was, place in zip(before["circle"], now["circle"], strict=True):
            if place["house"] != was["house"]:
                told.append(self.t(f"event.conquered.{place['house']}", landscape=self._landscape(place)))
        return told

    def _scores(self, before: Json, now: Json) -> list[str]:
        return [
            self.t("event.scores", who=who, count=seat["score"] - was["score"], total=seat["score"])
            for who, was, seat in zip(self.names, before["seats"], now["seats"], strict=True)
            if seat["score"] != was["score"]
        ]

    def _cards(self, before: Json, now: Json, taken: Json | None) -> list[str]:
        given = taken["cards"] if taken and taken["kind"] == "discard" else []
        # the size of the draw pile cannot show that it was renewed, because cards may be drawn at the same time
        lost = len(now["discard"]) < len(before["discard"]) + len(given)
        told = [self.t("event.renewed")] if lost else []
        for seat, who in enumerate(self.names):
            gave = given if taken and taken["by"] == seat else []
            had, has = before["seats"][seat]["hand"], now["seats"][seat]["hand"]
            count = len(has) - len(had) + len(gave)
            if count > 0 and None not in has:
                came = Counter(has) - (Counter(had) - Counter(gave))
                told.append(self.t("event.draws.known", who=who, cards=self.listed(list(map(str, came.elements())))))
            elif count > 0:
                told.append(self.t("event.draws", who=who, count=count))
        return told

    def _round(self, before: Json, now: Json) -> list[str]:
        told = []
        if now["strategist"] != before["strategist"]:
            told.append(self.t("event.strategist", who=self.names[now["strategist"]]))
        if now["round"] != before["round"]:
            told.append(self.t("event.round", round=now["round"], who=self.names[now["start"]]))
        if now["phase"] == "end of match" != before["phase"]:
            told.append(self.t("event.end"))
        return told


def _key(parts: Json) -> str:
    if "role" in parts and parts["role"] is None:
        return "deed.pick.hidden"
    return f"deed.{parts['kind']}.none" if parts.get("cards") == [] else f"deed.{parts['kind']}"
