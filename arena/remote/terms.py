"""The settings of a gate: address, certificate and accepted tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError
from arena.remote.tokens import read_tokens
from arena.tls.listening import Listening, address_of, is_loopback, listen
from arena.tls.showing import Tls

OPTION = "--remote"


def demand_safe(address: str, tls: Tls | None, option: str) -> None:
    """Complains of a place where tokens would come in as anybody on the way can read them: ArenaError [bad-bind]."""
    host, _ = address_of(address, option)
    if tls is None and not is_loopback(host):
        raise ArenaError(
            "bad-bind",
            f"{option} is {address!r}, and nothing would be encrypted on the way there",
            "give --tls-certificate and --tls-key, or a port of this machine alone",
        )


@dataclass(frozen=True, slots=True)
class GateTerms:
    """As a league is started with them; worth nothing on another machine.

    It listens before any gate is there and between two of them: a call made then is served by the next.
    """

    listening: Listening
    names: dict[str, str]
    """By the hash of its token, the name of each remote."""
    patient: bool = False
    """Whether remotes come and go: no match begins with one while its connector is away, and whoever plays ends that
    wait; he also tells the gate soon of whom it is to admit from now on."""


@dataclass(frozen=True, slots=True)
class Bind:
    """Where a gate is to listen, as a person says it."""

    address: str
    tls: Tls | None

    def terms(self, remotes: Sequence[str], tokens: Path) -> GateTerms:
        """For these bots, whose tokens are in that file; from now on something listens.

        Raises ArenaError [bad-bind], [bad-tokens], [no-token].
        """
        demand_safe(self.address, self.tls, OPTION)
        names = {kept: name for kept, name in read_tokens(tokens).items() if name in remotes}
        if missing := sorted({*remotes} - {*names.values()}):
            raise ArenaError(
                "no-token",
                f"{tokens} has no token for {' and '.join(missing)}",
                f"arena remote-token LEAGUE.toml {missing[0]!r} makes one",
            )
        return GateTerms(listen(self.address, self.tls, OPTION), names)
