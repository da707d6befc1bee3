"""The settings of a gate: address, certificate and accepted tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError
from arena.remote.tokens import read_tokens
from arena.tls.listen_address import Listening, address_of, is_loopback, listen
from arena.tls.server_certificate import Tls

OPTION = "--remote"


def demand_safe(address: str, tls: Tls | None, option: str) -> None:
    """Raises ArenaError [bad-bind] if a gate at this address would receive tokens unencrypted over a network.

    `option`: the name of the option with the address, for the error's message.
    """
    host, _ = address_of(address, option)
    if tls is None and not is_loopback(host):
        raise ArenaError(
            "bad-bind",
            f"{option} is {address!r}, an address that other machines can reach, but connections would not be "
            "encrypted",
            f"give --tls-certificate and --tls-key, or set {option} to an address that only this machine can reach, "
            "such as 127.0.0.1:0, where 0 means any free port",
        )


@dataclass(frozen=True, slots=True)
class GateTerms:
    """The settings with which a league opens its gates. They contain an open socket, so they are useless on another
    machine.

    The socket accepts connections even while no gate is open; the next gate then serves the waiting connections.
    """

    listening: Listening
    names: dict[str, str]
    """The name of each remote bot, by the hash of its token."""
    patient: bool = False
    """Whether remote bots may connect and disconnect during the league.

    If True, a match with a remote bot begins only while the bot's connector is connected; other matches do not wait.
    The league may then also change the list of remote bots (`Gate.admit`). If False, the first match begins when all
    remote bots are connected.
    """


@dataclass(frozen=True, slots=True)
class Bind:
    """The address at which a gate should listen, as the user typed it, and the gate's certificate if any."""

    address: str
    tls: Tls | None

    def terms(self, remotes: Sequence[str], tokens: Path) -> GateTerms:
        """Begins to listen, and returns the gate's settings for the bots `remotes`, with tokens from the file `tokens`.

        Raises ArenaError [bad-bind], [bad-tokens], [no-token].
        """
        demand_safe(self.address, self.tls, OPTION)
        names = {kept: name for kept, name in read_tokens(tokens).items() if name in remotes}
        if missing := sorted({*remotes} - {*names.values()}):
            raise ArenaError(
                "no-token",
                f"the file {tokens} does not contain a token for {' and '.join(missing)}",
                f"make one token for each bot, for example with arena remote-token LEAGUE.toml {missing[0]!r}",
            )
        return GateTerms(listen(self.address, self.tls, OPTION), names)
