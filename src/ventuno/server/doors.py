"""Who is let in from where: addresses, hosts, origins, cookies, tries at the door."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from aiohttp import web

from ventuno.server.addresses import Proxies, client_address, network_of
from ventuno.server.devices import Devices
from ventuno.server.hosts import Hosts
from ventuno.server.settings import SecondFactor
from ventuno.server.tries import Hashing, Tries
from ventuno.store.sealing import Seal, new_key

__all__ = ["Doors", "network_of"]


class Doors:
    def __init__(
        self,
        now_s: Callable[[], float],
        *,
        origins: frozenset[str] = frozenset(),
        hosts: Hosts | None = None,
        secure: bool = False,
        proxies: Proxies | None = None,
        tries_per_minute: float = 10,
        seal: Seal | None = None,
        staff_second_factor: SecondFactor = "auto",
        metrics_token: str = "",
    ) -> None:
        self.origins = origins  # besides the house's own
        self.hosts = hosts or Hosts(())
        self.secure = secure  # cookies travel over https only
        self.proxies = proxies or Proxies()
        self.tries = Tries(now_s, tries_per_minute)
        self.hashing = Hashing()
        self.seal = seal or Seal(new_key())
        self.devices = Devices(self.seal)
        self.staff_second_factor = staff_second_factor
        self.metrics_token = metrics_token  # none: nobody has one

    def knows(self, origin: str, host: str) -> bool:
        """Whether a page from there may speak to the house: its own pages, and those the settings name."""
        if origin in self.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:  # no address at all: `http://[`
            return False
        schemes = ("https",) if self.secure else ("http", "https")
        return parts.scheme in schemes and bool(host) and parts.netloc.lower() == host.lower()

    def address_of(self, request: web.BaseRequest) -> str:
        """Where somebody comes from. A proxy's word is taken only where the settings trust it."""
        return client_address(request.remote or "", request.headers.getall("X-Forwarded-For", []), self.proxies)

    def network_of(self, request: web.BaseRequest) -> str:
        """Whom to count against."""
        return network_of(self.address_of(request))
