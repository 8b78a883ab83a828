"""The names the house goes by. A page that reaches it under another name is somebody else's (DNS rebinding)."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
EVERYWHERE: Final = ("0.0.0.0", "::")


class Hosts:
    def __init__(self, names: Iterable[str], any_address: bool = False) -> None:
        self._names = {_plain(name) for name in (*names, *LOOPBACK)}
        self._any_address = any_address  # listening everywhere: by whichever address; no name can be made of one

    def know(self, header: str) -> bool:
        """`header` is what `Host` says: a name or an address, and perhaps a port."""
        name = _name_in(header)
        return name in self._names or name.endswith(".localhost") or (self._any_address and _is_address(name))


def hosts_of(listens_on: str, said: Iterable[str], origins: Iterable[str]) -> Hosts:
    """Those the settings say, else what the house listens on; those of its pages; and this machine's own."""
    of_pages = [urlsplit(origin).hostname or "" for origin in origins]
    if said := tuple(said):
        return Hosts([*said, *of_pages])
    everywhere = listens_on in EVERYWHERE
    own = (socket.gethostname(), f"{socket.gethostname()}.local") if everywhere else (listens_on,)
    return Hosts([*own, *of_pages], everywhere)


def _name_in(header: str) -> str:
    """Empty: it is no host at all."""
    found = _HOST.fullmatch(header)
    return _plain(found[1]) if found else ""


def _plain(name: str) -> str:
    return name.strip("[]").rstrip(".").lower()


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
