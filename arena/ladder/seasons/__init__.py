"""Seasons: the best bots of a ladder play a final, and the ladder starts again."""

from arena.ladder.seasons.finals import best_of
from arena.ladder.seasons.season_end import Season, end_season

__all__ = ["Season", "best_of", "end_season"]
