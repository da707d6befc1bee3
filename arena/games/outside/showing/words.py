"""Sentences for matches of games from outside the arena. They describe an action by its name."""

from collections.abc import Sequence

from arena.games.contract import Board, Parts, Sentences


class RowsWords:
    """Describes matches of a game from outside the arena in sentences. Implements `Words`."""

    def __init__(self, _: Board, names: Sequence[str], sentences: Sentences) -> None:
        """`names`: the names of the players, by seat."""
        self._names, self._sentences = names, sentences

    def deed(self, parts: Parts, seat: int, board: Board) -> str:  # noqa: ARG002  # a parameter of the interface Words
        """Returns the sentence for an action. If the action is secret from the viewer, the sentence says only that the
        seat has acted.
        """
        text = parts["text"]
        name = self._names[seat]
        return self._sentences.t("deed", name=name, text=str(text)) if text else self._sentences.t("secret", name=name)

    def events(self, before: Board, now: Board, taken: Parts | None) -> list[str]:  # noqa: ARG002  # parameters of the interface Words
        """Returns no sentences, because the rows already show everything that happens without a choice."""
        return []
