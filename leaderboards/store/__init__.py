"""The store of a league's results. A mark (a hash) in each row and a seal (a hash over all rows) show later changes."""

from leaderboards.store.played_store import PlayedStore
from leaderboards.store.rows.records import StoredMatch
from leaderboards.store.store import Store

__all__ = ["PlayedStore", "Store", "StoredMatch"]
