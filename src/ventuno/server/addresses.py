"""Where somebody comes from: an address, whoever stands between."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
SITE_BITS: Final = 64  # of an IPv6 address: one household has all addresses behind them
LONGEST: Final = 64  # signs of an address as somebody writes it; what is longer is none


class Proxies(NamedTuple):
    """Whose word on where a request comes from is taken: so many hops before the house, or these addresses."""

    hops: int = 0
    networks: tuple[Network, ...] = ()

    @property
    def there_are(self) -> bool:
        return bool(self.hops or self.networks)


def proxies_from(said: bool | int | Sequence[str]) -> Proxies:
    """As the settings say it: `true` is one hop. Raises `ValueError` where it is none of these."""
    if isinstance(said, bool | int):
        if said < 0:
            raise ValueError(f"{said} is no number of proxies")
        return Proxies(int(said))
    return Proxies(networks=tuple(ip_network(one, strict=False) for one in said))


def client_address(remote: str, forwarded: Sequence[str], proxies: Proxies) -> str:
    """`forwarded` are all lines of `X-Forwarded-For`, in their order: one list, whose end the nearest proxy wrote.

    What stands before the last trusted hop was written by who knows whom, and is not looked at.
    """
    chain = [one.strip() for line in forwarded for one in line.split(",")]
    if not proxies.there_are or not chain:
        return remote
    if proxies.hops:
        said = _parsed(chain[-min(proxies.hops, len(chain))])
        return str(said) if said else remote
    return _behind(remote, chain, proxies.networks)


def _behind(remote: str, chain: Sequence[str], trusted: Sequence[Network]) -> str:
    """Back along the chain, as long as whoever speaks is trusted."""
    here = _parsed(remote)
    for said in reversed(chain):
        if here is None or not any(here in network for network in trusted):
            break
        before = _parsed(said)
        if before is None:
            break
        here = before
    return str(here) if here else remote


def _parsed(text: str) -> Address | None:
    """Also with a port, as some proxies write it."""
    if len(text) > LONGEST:
        return None
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def network_of(address: str) -> str:
    """Whom to count against: an IPv4 address itself, of an IPv6 address its /64."""
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, SITE_BITS), strict=False))
    return str(found) if found else address[:LONGEST]
