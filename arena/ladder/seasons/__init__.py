"""Seasons: the best bots of a ladder play a final, and the ladder starts again."""

from arena.ladder.seasons.ending import Season, end_season
from arena.ladder.seasons.finals import best_of

__all__ = ["Season", "best_of", "end_season"]
