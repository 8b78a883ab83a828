"""`python -m tests.faults.behind_proxy [nginx|caddy]`: docs/operating.md's proxies, as they stand there.

Takes each configuration out of the page, puts it on a free port with a certificate made for the purpose, opens a house
behind it, and comes as a visitor would: over https and wss, by name. Needs nginx, caddy and openssl.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver

from tests.server.house_process import HouseProcess, free_port
from ventuno.client import Client

PAGE: Final = Path(__file__).parents[2] / "docs" / "operating.md"
NAME: Final = "play.example"
TOKEN: Final = "t" * 32


def block(kind: str) -> str:
    """The page's own words."""
    found = re.search(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{PAGE} has no {kind}"
    return found[1]


class ToThisMachine(AbstractResolver):
    """play.example is here."""

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[Any]:
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 0, "flags": 0}]

    async def close(self) -> None:
        pass


def certificate(folder: Path) -> tuple[Path, Path]:
    cert, key = folder / f"{NAME}.crt", folder / f"{NAME}.key"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
    subprocess.run(["openssl", *words.split(), "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    return cert, key


@contextmanager
def nginx(folder: Path, house: int, port: int, cert: Path, key: Path) -> Iterator[None]:
    text = block("nginx").replace("127.0.0.1:2121", f"127.0.0.1:{house}").replace("listen 443", f"listen {port}")
    text = text.replace(f"/etc/nginx/{NAME}.crt", str(cert)).replace(f"/etc/nginx/{NAME}.key", str(key))
    text = text.replace("listen 80;", f"listen {free_port()};")
    file = folder / "nginx.conf"
    own = f"pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; events {{}}"
    file.write_text(f"{own}\nhttp {{ access_log off; {text} }}", encoding="utf-8")
    subprocess.run(["nginx", "-t", "-q", "-c", str(file)], check=True)
    yield from _running(["nginx", "-c", str(file)])


@contextmanager
def caddy(folder: Path, house: int, port: int, cert: Path, key: Path) -> Iterator[None]:
    text = block("caddy").replace("127.0.0.1:2121", f"127.0.0.1:{house}")
    text = text.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls {cert} {key}", 1)
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}", encoding="utf-8")
    yield from _running(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)])


def _running(words: list[str]) -> Iterator[None]:
    with subprocess.Popen(words, stderr=subprocess.DEVNULL if words[0] == "caddy" else None) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(10)


def session_of(cert: Path) -> aiohttp.ClientSession:
    context = ssl.create_default_context(cafile=str(cert))
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context, resolver=ToThisMachine()))


async def visit(url: str, cert: Path, direct: str) -> None:
    async with session_of(cert) as session:
        await _answers(session, url)
        await _signs_up(session, url)
    async with session_of(cert) as session:
        async with Client(url, session=session) as house:
            await house.demo()
            table = await house.join("infinite")
            seat = await table.sit()
            await table.bets_open()
            await table.bet(f"{seat}/main", table.view.limits[0].main_least_minor)
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            assert table.result is not None
            print(f"  a round over wss: {table.result.staked_minor} staked, {table.result.returned_minor} returned")
        await _metrics(session, url)
        async with session.get(direct + "/health/ready", headers={"Host": NAME}) as answer:
            assert answer.status == 200


async def _answers(session: aiohttp.ClientSession, url: str) -> None:
    """The proxy needs a moment."""
    until = time.monotonic() + 20
    while True:
        try:
            async with session.get(url + "/health/ready") as answer:
                assert answer.status == 200, await answer.text()
                print(f"  /health/ready over https: {answer.status}")
                return
        except aiohttp.ClientConnectorError:
            assert time.monotonic() < until, "the proxy does not answer"
            await asyncio.sleep(0.1)


async def _signs_up(session: aiohttp.ClientSession, url: str) -> None:
    """As a browser does: a cookie that is secure, and an origin."""
    body = {"name": "visitor", "password": "a long enough one"}
    headers = {"Origin": url, "X-Forwarded-For": "203.0.113.7"}
    async with session.post(url + "/api/sign-up", json=body, headers=headers) as answer:
        assert answer.status == 200, await answer.text()
        cookie = answer.headers["Set-Cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
    async with session.get(url + "/api/me") as answer:
        assert answer.status == 200, await answer.text()
    async with session.post(url + "/api/sign-in", json=body, headers={"Origin": "https://evil.example"}) as answer:
        assert answer.status == 403, answer.status
    print("  signed up over https: cookie Secure and HttpOnly; another site's page refused")


async def _metrics(session: aiohttp.ClientSession, url: str) -> None:
    """Nobody from outside reads them; who has the token does."""
    async with session.get(url + "/metrics") as answer:
        assert answer.status in (401, 403), answer.status
    async with session.get(url + "/metrics", headers={"Authorization": f"Bearer {TOKEN}"}) as answer:
        assert answer.status == 200, answer.status
    print("  /metrics: refused to visitors, read with the token")


def config(port: int) -> str:
    """The page's settings, at this port; a table with a short window."""
    text = "\n".join(line for line in block("toml").splitlines() if not line.startswith(("data", "port", "web")))
    quick = "times = { betting_ms = 1500, warning_ms = 100, decision_ms = 3000 }"
    text = text.replace(f"https://{NAME}", f"https://{NAME}:{port}")
    return f'{text}\n[[tables]]\nkey = "infinite"\nvariant = "infinite"\n{quick}\n'


def main(chosen: list[str]) -> int:
    os.environ["VENTUNO_METRICS_TOKEN"] = TOKEN
    for name, proxy in {"nginx": nginx, "caddy": caddy}.items():
        if chosen and name not in chosen:
            continue
        if not shutil.which(name):
            print(f"{name}: not installed here, not tried")
            continue
        print(f"{name}:")
        with tempfile.TemporaryDirectory() as where:
            folder = Path(where)
            port = free_port()
            house = HouseProcess(folder, config(port))
            try:
                house.start()
                with proxy(folder, house.port, port, *certificate(folder)):
                    asyncio.run(visit(f"https://{NAME}:{port}", folder / f"{NAME}.crt", house.url))
                assert house.stop() == 0
            finally:
                house.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
