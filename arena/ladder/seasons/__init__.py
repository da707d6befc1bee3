"""Seasons of a ladder: at the end of each season, the best bots play a final, and the ladder starts again without
results.
"""

from arena.ladder.seasons.ending import Season, end_season
from arena.ladder.seasons.finals import best_of

__all__ = ["Season", "best_of", "end_season"]
