"""What keeps: the results of a league, each row with a mark and all of them with a seal."""

from leaderboards.store.played import PlayedStore
from leaderboards.store.rows.records import StoredMatch
from leaderboards.store.store import Store

__all__ = ["PlayedStore", "Store", "StoredMatch"]
