"""Seasons of a ladder: at the end of each season, the best bots play a final, and the ladder starts again without
results.
"""

from arena.ladder.seasons.finals import best_of
from arena.ladder.seasons.season_end import Season, end_season

__all__ = ["Season", "best_of", "end_season"]
