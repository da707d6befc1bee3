"""Writes the results of a store into a new file with its own seal; the caller may change each match and each run.

The results are written row by row, because a copy of the whole file might still contain deleted rows.
"""

from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

from arena.league.playing.results import Result
from arena.protocol.records import encode_record, encode_timing
from leaderboards.store.played_store import PlayedStore
from leaderboards.store.rows.records import StoredMatch
from leaderboards.store.rows.row import READ_ROWS
from leaderboards.store.rows.runs import Run
from leaderboards.store.store import Store
from leaderboards.store.values.initial_values import stored_league


def write_anew(
    store: Store, path: Path, match: Callable[[StoredMatch], StoredMatch], run: Callable[[Run], Run]
) -> None:
    """Writes the results of a store into a new file; `match` and `run` return what to write for each match and run.

    The new file has the same league and the same commitment (a hash over the league's identity). Raises ArenaError,
    among others [damaged], [other-rules] and [store-failed].
    """
    with closing(PlayedStore.create(path, stored_league(store.values()))) as there:
        results = (_result(match(one)) for one in store.matches())
        while several := list(islice(results, READ_ROWS)):
            there.add(several)
        for one in store.runs():
            there.keep_run(run(one))
        if extent := store.extent():
            there.keep_extent(extent)


def _result(match: StoredMatch) -> Result:
    timing = encode_timing(match.thinking_us, match.slowest_us, match.choices_us, match.notes)
    return Result(match.ordinal, match.record.spec.id, encode_record(match.record), timing)
