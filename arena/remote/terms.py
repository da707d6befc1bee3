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
    """Raises ArenaError [bad-bind] if tokens would travel to this address unencrypted over a network."""
    host, _ = address_of(address, option)
    if tls is None and not is_loopback(host):
        raise ArenaError(
            "bad-bind",
            f"{option} is {address!r}, so connections to it would not be encrypted",
            "give --tls-certificate and --tls-key, or an address that only this machine can reach",
        )


@dataclass(frozen=True, slots=True)
class GateTerms:
    """What a league needs to open its gates; it is useless on another machine.

    The socket listens before the first gate and between gates: the next gate serves a call that was made meanwhile.
    """

    listening: Listening
    names: dict[str, str]
    """The name of each remote, by the hash of its token."""
    patient: bool = False
    """Whether remotes may come and go: no match with a remote begins while its connector is away.

    The process that plays the league ends that wait, and tells the gate which bots it must admit from now on.
    """


@dataclass(frozen=True, slots=True)
class Bind:
    """The address at which a gate should listen, as a person typed it."""

    address: str
    tls: Tls | None

    def terms(self, remotes: Sequence[str], tokens: Path) -> GateTerms:
        """Begins to listen, and returns the gate's terms for these bots, whose tokens are in the file `tokens`.

        Raises ArenaError [bad-bind], [bad-tokens], [no-token].
        """
        demand_safe(self.address, self.tls, OPTION)
        names = {kept: name for kept, name in read_tokens(tokens).items() if name in remotes}
        if missing := sorted({*remotes} - {*names.values()}):
            raise ArenaError(
                "no-token",
                f"{tokens} has no token for {' and '.join(missing)}",
                f"arena remote-token LEAGUE.toml {missing[0]!r} makes a token",
            )
        return GateTerms(listen(self.address, self.tls, OPTION), names)
