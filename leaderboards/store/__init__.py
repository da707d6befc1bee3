"""What keeps: the results of a league, each row with a mark and all of them with a seal."""

from leaderboards.store.store import Store, StoredMatch

__all__ = ["Store", "StoredMatch"]
