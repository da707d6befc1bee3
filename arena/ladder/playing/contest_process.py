"""The process that plays a contest (a season's final or a challenge) to its end."""

from contextlib import closing
from dataclasses import replace

from arena.ladder.playing.process import Following, Player, Roll
from arena.league.league import League
from arena.league.league_file import read_league
from arena.tournament.league_run import Ran
from leaderboards.reports.formats import FORMATS, write_standings
from leaderboards.reports.standings import stored_standings
from leaderboards.store import Store


class ContestPlayer(Player):
    """Plays the matches of one contest, whose bots never change, and ends the process after the last match."""

    def _played(self, versions: Roll) -> Following:
        league = self._league(versions)
        # the store must exist already, because only the store has the seed
        with closing(Store.open(self._place.store, league)) as store:
            extent = store.extent()
            if extent and extent.finished(store.count()):
                self._write_missing(store)  # a process that was killed after the last match has written no standings
                following = Following(self, versions, league)
                following.told_to_end = True
                return following
        return super()._played(versions)

    def _league(self, versions: Roll) -> League:  # noqa: ARG002  # a contest has its own bots
        league = read_league(self._orders.file)
        self.use(bot.content_hash.hex() for bot in league.bots)
        return replace(league, sandbox=str(self._orders.level), build_network=self._orders.network)

    def _is_over(self, ran: Ran) -> bool:
        if ran.progress.finished():
            write_standings(stored_standings(ran.store), self._place.folder)
        return ran.progress.finished()

    def _write_missing(self, store: Store) -> None:
        if not all((self._place.folder / f"standings.{ending}").exists() for ending in FORMATS):
            write_standings(stored_standings(store), self._place.folder)

    def changed(self, versions: Roll | None) -> bool:  # noqa: ARG002
        """Returns False, because the bots of a contest never change."""
        return False

    def moved(self, versions: Roll, game: str) -> bool:  # noqa: ARG002
        """Returns False, because the bots of a contest never change."""
        return False
