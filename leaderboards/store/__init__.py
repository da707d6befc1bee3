"""The store of a league's results, with a mark in each row and a seal over all rows."""

from leaderboards.store.played_store import PlayedStore
from leaderboards.store.rows.records import StoredMatch
from leaderboards.store.store import Store

__all__ = ["PlayedStore", "Store", "StoredMatch"]
