"""HTTP by the wrong end: methods, paths, hosts, origins, bodies, headers, caches, cookies. Class `http`."""

from __future__ import annotations

import json
import re
from typing import Final

from tests.attack import wire
from tests.attack.field import Field, attack
from tests.attack.wire import Answer, request_bytes

INTERNALS: Final = re.compile(
    r"Traceback|File \"|\.py\b|site-packages|sqlite|psycopg|postgres|aiohttp/|Python/|uvloop|msgspec|SELECT "
    r"|INSERT |UNIQUE|constraint|/(?:home|tmp|work|usr)/|0x[0-9a-f]{8}|KeyError|ValueError|TypeError|AssertionError",
    re.IGNORECASE,
)
DUE: Final = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=()",
}


def well(field: Field, answer: Answer, what: str, *, statuses: tuple[int, ...] = ()) -> None:
    """Answered, not with a fault of the house, and without a word of how it is built."""
    field.score.held(answer.status != 500 and (answer.status or not statuses), f"{what}: {answer.status}")
    if statuses:
        field.score.held(
            answer.status in statuses, f"{what}: {answer.status}, not one of {statuses}: {answer.body[:200]!r}"
        )
    said = (answer.body[:4000] if answer.status >= 400 else b"").decode("latin-1") + answer.header("Server")
    leak = INTERNALS.search(said)
    field.score.held(leak is None, f"{what}: it says {leak and leak[0]!r}: {said[:200]}")


@attack("http")
async def headers_on_every_page(field: Field) -> None:
    """Pages, files, the API, refusals and errors alike; what is mine is not kept by caches."""
    guest = await field.guest()
    shown = re.findall(rb'(?:src|href)="(/[^"]+)"', (await field.ask("GET", "/")).body)
    targets = ["/", "/nowhere", "/api/nowhere", "/api/lobby", "/api/me", "/api/games", "/health/live", "/metrics"]
    targets += [one.decode() for one in shown[:6]] + ["/api/openapi.json", "/api/history", "/table/x", "/index.html"]
    for target in targets:
        for token in ("", guest.token):
            answer = await field.ask("GET", target, token=token)
            for name, value in DUE.items():
                said = answer.header(name)
                field.score.held(value in said, f"{target}: {name} is {said!r}")
            if target.startswith("/api/") and target != "/api/openapi.json":
                field.score.held("no-store" in answer.header("Cache-Control"), f"{target} may be kept by caches")
            field.score.held("unsafe-eval" not in answer.header("Content-Security-Policy"), f"{target}: unsafe-eval")
    for data in (b"BAD\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n"):
        well(field, await field.raw(data), repr(data))
    await guest.go()


@attack("http")
async def cookies(field: Field) -> None:
    """Out of reach of scripts and of other sites; gone at the end."""
    answer = await field.ask("POST", "/api/demo", {})
    said = answer.header("Set-Cookie").lower()
    for flag in ("httponly", "samesite=strict", "path=/"):
        field.score.held(flag in said, f"the cookie lacks {flag}: {said}")
    field.score.held("domain=" not in said, f"the cookie goes to other hosts: {said}")
    token = answer.json["token"]
    field.score.held(len(token) >= 32, f"a token of {len(token)} signs")
    out = await field.ask("POST", "/api/sign-out", token=token)
    field.score.held(out.status == 200, f"signing out: {out.status}")
    field.score.held((await field.ask("GET", "/api/me", token=token)).status == 401, "the session lives after its end")
    for wrong in ("x", "", "a" * 5000, "%00", "../../x", token[:-1], token + "x", token.swapcase(), "\x7f" * 40):
        answer = await field.ask("GET", "/api/me", token=wrong)
        field.score.held(answer.status in (400, 401, 431), f"the token {wrong[:20]!r}: {answer.status}")
    for cookie in (
        "ventuno_session=",
        'ventuno_session="',
        "ventuno_session=a; ventuno_session=b",
        "=",
        ";;;",
        "\x01=\x02",
    ):
        answer = await field.ask("GET", "/api/me", headers={"Cookie": cookie})
        field.score.held(answer.status in (400, 401), f"the cookie {cookie!r}: {answer.status}")


@attack("http")
async def pages_of_others_act_for_nobody(field: Field) -> None:
    """With a visitor's cookie, from another page: every request that changes something is refused."""
    answer = await field.ask("POST", "/api/demo", {})
    cookie = {"Cookie": f"ventuno_session={answer.json['token']}"}
    own = f"http://{field.address.said}"
    body = {"key": "csrf-12345678", "amount_minor": 100}
    for origin in (
        None, "http://evil.example", "null", "", own + ".evil.example", "http://" + field.address.host, own + ":80",
        "https://evil.example", own + "@evil.example", "file://", "http://[", "http://127.0.0.1:1",
    ):  # fmt: skip
        headers = cookie | ({} if origin is None else {"Origin": origin})
        answer = await field.ask("POST", "/api/cashier/deposit", body, headers=headers)
        field.score.held(answer.status in (400, 403), f"from {origin!r}: {answer.status} {answer.body[:100]!r}")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/json5"):
        headers = cookie | {"Origin": own, "Content-Type": kind}
        answer = await field.ask("POST", "/api/cashier/deposit", body, headers=headers)
        field.score.held(answer.status in (400, 415), f"as {kind!r}: {answer.status}")
    rebound = {"Host": "evil.example", "Origin": "http://evil.example"} | cookie
    answer = await field.ask("POST", "/api/cashier/deposit", body, headers=rebound)
    field.score.held(answer.status in (400, 403, 421), f"by another name for the house: {answer.status}")
    allowed = await field.ask("GET", "/api/me", headers=cookie | {"Origin": "http://evil.example"})
    field.score.held(not allowed.header("Access-Control-Allow-Origin"), "another page may read it")


@attack("http")
async def hosts(field: Field) -> None:
    """Names that are not the house's, none, two, and broken ones."""
    for host in (
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "[::1",
        "a b",
        "\x00",
        "-",
        "x" * 3000,
    ):
        answer = await field.ask("GET", "/", headers={"Host": host})
        field.score.held(answer.status in (0, 400, 403, 404, 421, 431), f"Host {host[:30]!r}: {answer.status}")
    for lines in (b"Host: a\r\nHost: b\r\n", b""):
        answer = await field.raw(b"GET / HTTP/1.1\r\n" + lines + b"Connection: close\r\n\r\n")
        field.score.held(answer.status in (0, 400, 403, 421), f"{lines!r}: {answer.status}")


PATHS: Final = (
    "/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/....//....//etc/passwd",
    "/assets/../../../../etc/passwd", "/assets/..%5c..%5cetc", "/..;/etc/passwd", "/%252e%252e/etc/passwd",
    "//etc/passwd",
    "/etc/passwd", "/C:/windows/win.ini", "/assets/%00", "/index.html%00.js", "/\\..\\..\\etc\\passwd",
    "/%c0%ae%c0%ae/etc",
    "/ventuno.db", "/../ventuno-data/ventuno.db", "/data/ventuno.db", "/.git/config", "/.env",
    "/src/ventuno/cli/serve.py",
    "/house.toml", "/assets/", "/assets/.", "/.", "/..", "/%2e", "/ventuno.db-wal", "/api/../../etc/passwd", "/~root",
    "/" + "a/" * 2000, "/%", "/%zz", "/%ff%fe", "/?" + "a" * 6000, "/api/rounds/../me", "/api/rounds/%2e%2e%2fme",
    "/api/tables/%00/rules", "/api/tables/../rules", "/api/games/..%2f..%2fetc/rules",
    "/api/games/%2fetc%2fpasswd/rules",
    "/api/games/a%00b/odds", "/api/games/6D%20H17/odds", "/api/rounds/%00", "/api/rounds/'%20OR%201=1--",
    "/api/rounds/" + "A" * 3000,
)  # fmt: skip


@attack("http")
async def paths(field: Field) -> None:
    """Up and out of the folder, encoded and not, with NULs and for other files: nothing but what is shown to all."""
    guest = await field.guest()
    for target in PATHS:
        for method in ("GET", "HEAD"):
            answer = await field.ask(method, target, token=guest.token)
            well(field, answer, f"{method} {target[:60]}")
            found = b"root:" in answer.body or b"SQLite format" in answer.body or b"[core]" in answer.body
            field.score.held(not found, f"{target} brings a file: {answer.body[:100]!r}")
    await guest.go()


@attack("http")
async def methods(field: Field) -> None:
    """Every method on every path, known and unknown."""
    for target in (
        "/",
        "/api/me",
        "/api/demo",
        "/api/lobby",
        "/ws",
        "/api/supervisor/tables",
        "/health/live",
        "/assets/x",
    ):
        for method in ("TRACE", "CONNECT", "OPTIONS", "DELETE", "PATCH", "PROPFIND", "GETT", "get", "A" * 300):
            answer = await field.raw(
                request_bytes(method, target, [("Host", field.address.said), ("Connection", "close")])
            )
            well(field, answer, f"{method[:20]} {target}")
            field.score.held(not 200 <= answer.status < 300, f"{method[:20]} {target}: {answer.status}")


@attack("http")
async def two_requests_in_one(field: Field) -> None:
    """Lengths that disagree, chunks that lie, broken headers: one answer or the end, never the second request."""
    host = f"Host: {field.address.said}\r\n".encode()
    inner = b"GET /api/smuggled HTTP/1.1\r\n" + host + b"\r\n"
    for what, lines, body in (
        ("two lengths", b"Content-Length: 0\r\nContent-Length: 40\r\n", inner),
        ("length and chunks", b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + inner),
        ("a negative length", b"Content-Length: -1\r\n", inner),
        ("a length with a plus", b"Content-Length: +5\r\n", inner),
        ("a length in words", b"Content-Length: five\r\n", inner),
        ("a length of 2^64", b"Content-Length: 18446744073709551616\r\n", inner),
        ("chunked twice", b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n" + inner),
        ("unknown coding", b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + inner),
        ("a space before the colon", b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + inner),
        ("a folded header", b"X-A: b\r\n Transfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        ("a bare LF", b"X-A: b\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        ("a NUL in a header", b"X-A: b\x00c\r\n", b""),
        ("a bad chunk", b"Transfer-Encoding: chunked\r\n", b"zz\r\nabc\r\n0\r\n\r\n" + inner),
        ("a huge chunk", b"Transfer-Encoding: chunked\r\n", b"ffffffffffffffff\r\nabc\r\n" + inner),
    ):
        data = b"POST /api/demo HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n" + lines + b"\r\n" + body
        pipe = await wire.connect(field.address, field.place())
        await pipe.send(data)
        first = await wire.read_answer(pipe)
        second = await wire.read_answer(pipe) if first.status and "keep" not in what else first
        field.score.held(first.status != 500, f"{what}: {first.status}")
        field.score.held(b"smuggled" not in second.body and second.status != 404, f"{what}: the second was answered")
        pipe.drop()


@attack("http")
async def headers_from_input(field: Field) -> None:
    """Line ends in paths, queries and names never come back as a header of the answer."""
    for target in (
        "/%0d%0aSet-Cookie:%20a=b", "/api/games?language=%0d%0aSet-Cookie:a=b", "/api/rounds/a%0d%0aX-B:c/export",
        "/api/history/export?format=csv%0d%0aX-B:c", "/%0aX-B:c", "/api/tables/%0d%0aX-B:c/rules",
    ):  # fmt: skip
        guest_token = (await field.ask("POST", "/api/demo", {})).json["token"]
        answer = await field.ask("GET", target, token=guest_token)
        names = {name.lower() for name, _ in answer.headers}
        field.score.held("x-b" not in names and "a=b" not in answer.header("Set-Cookie"), f"{target}: {answer.headers}")


@attack("http")
async def too_much(field: Field) -> None:
    """Bodies and headers of any size: refused, not read to the end."""
    for size in (65537, 1_000_000, 20_000_000):
        answer = await field.ask("POST", "/api/sign-in", b'{"name":"' + b"a" * min(size, 2_000_000) + b'"}')
        field.score.held(answer.status in (0, 400, 413), f"a body of {size}: {answer.status}")
    for lines in ([("X-A", "b" * 20000)], [(f"X-{at}", "b") for at in range(2000)], [("X" * 20000, "b")]):
        answer = await field.raw(request_bytes("GET", "/", [("Host", field.address.said), *lines]))
        field.score.held(answer.status in (0, 400, 431), f"{len(lines)} headers: {answer.status}")


BODIES: Final = (
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}", b'{"name":1}', b'{"name":"a","password":null}', b"\xff\xfe",
    b"\x00",
    b'{"name":"\\u0000ab","password":"12345678901"}', b'{"name":"a\\ud800b","password":"12345678901"}', b"[" * 60000,
    b'{"name":"' + b"a" * 60000 + b'","password":"x"}', b'{"a":' * 10000 + b"1" + b"}" * 10000,
    b'{"name":"x","password":"y"}' * 2,
    b'{"name":"x","name":"y","password":"z"}', b'{"name":"x","password":"y","role":"supervisor"}', b"\xef\xbb\xbf{}",
    b'{"name":"x\\u0000","password":"y\\u0000"}', b'{"name":"\'; DROP TABLE people;--","password":"x"}',
)  # fmt: skip


@attack("http")
async def bodies(field: Field) -> None:
    """Nothing, halves, other kinds, NULs, lone surrogates, deep and long: refused as input, never met as an error."""
    guest = await field.guest()
    for path in ("/api/sign-in", "/api/sign-up", "/api/demo", "/api/cashier/deposit", "/api/password"):
        for body in BODIES:
            answer = await field.ask("POST", path, body, token=guest.token)
            well(field, answer, f"{path} {body[:40]!r}")
    for path, method in (("/api/settings", "PUT"), ("/api/care/limit", "PUT"), ("/api/care/time-out", "POST")):
        for body in (
            *BODIES,
            json.dumps({"settings": {"a": "\x00"}}).encode(),
            b'{"settings":{"a":1e999}}',
            b'{"settings":{"":1}}',
        ):
            well(field, await guest.http(method, path, body), f"{path} {body[:40]!r}")
    await guest.go()


@attack("http")
async def queries(field: Field) -> None:
    """Numbers that are none, far pages, unknown words."""
    guest = await field.guest()
    for path in ("/api/history", "/api/cashier/history"):
        for query in (
            "before=-1",
            "before=99999999999999999999",
            "most=0",
            "most=201",
            "most=x",
            "before=%00",
            "x=1",
            "before=1&before=2",
            "most=1e1",
        ):
            well(field, await guest.http("GET", f"{path}?{query}"), f"{path}?{query}")
    for path in (
        "/api/history/export?format=exe",
        "/api/history/export?format=%00",
        "/api/games?language=xx",
        "/api/games?language=%00",
    ):
        well(field, await guest.http("GET", path), path)
    await guest.go()
