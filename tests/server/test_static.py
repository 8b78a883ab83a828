"""The client's files: found at the start, answered from memory, as a browser expects them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest

from tests.server.fake_table import fakes
from tests.server.houses import open_house, run
from ventuno.server.http import static
from ventuno.server.http.static import FOREVER


def built(folder: Path) -> Path:
    dist = folder / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<p>the client")
    (dist / "assets" / "a-1.js").write_text("1")
    (dist / "assets" / "a-1.js.gz").write_bytes(b"compressed")
    (dist / "big.svg").write_bytes(b"x" * 1000)
    (folder / "secret.txt").write_text("secret")
    (dist / "link.txt").symlink_to(folder / "secret.txt")
    return dist


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def asked(dist: Path, *requests: tuple[str, str, dict[str, str]], gone: bool = False) -> list[Answer]:
    """What a house with these files answers; `gone`: the folder is taken away after the house has opened."""
    found = []

    async def world() -> None:
        async with open_house(fakes, web=str(dist)) as running:
            if gone:
                await asyncio.to_thread(shutil.rmtree, dist)
            async with aiohttp.ClientSession(auto_decompress=False) as session:
                for method, path, headers in requests:
                    told = {"Accept-Encoding": "identity", **headers}
                    async with session.request(method, running.url + path, headers=told) as answer:
                        found.append(Answer(answer.status, answer.headers, await answer.read()))

    run(world())
    return found


def test_files_of_the_client_and_nothing_outside_them(tmp_path: Path) -> None:
    paths = ("/", "/tables/one", "/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%00", "/link.txt")
    script, *pages = asked(built(tmp_path), ("GET", "/assets/a-1.js", {}), *(("GET", path, {}) for path in paths))
    assert script.body == b"1"
    assert [page.body for page in pages] == [b"<p>the client"] * len(paths)


def test_no_request_looks_into_the_folder(tmp_path: Path) -> None:
    page, script = asked(built(tmp_path), ("GET", "/", {}), ("GET", "/assets/a-1.js", {}), gone=True)
    assert (page.body, script.body) == (b"<p>the client", b"1")


def test_what_changes_its_name_with_its_content_is_kept_for_ever_and_the_rest_asked_for_again(tmp_path: Path) -> None:
    page, script = asked(built(tmp_path), ("GET", "/", {}), ("GET", "/assets/a-1.js", {}))
    assert (page.headers["Cache-Control"], script.headers["Cache-Control"]) == ("no-cache", FOREVER)
    assert page.headers["Content-Type"] == "text/html"
    assert "javascript" in script.headers["Content-Type"]


def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path) -> None:
    dist = built(tmp_path)
    (page,) = asked(dist, ("GET", "/", {}))
    tag, date = page.headers["ETag"], page.headers["Last-Modified"]
    told: list[tuple[dict[str, str], int]] = [
        ({"If-None-Match": tag}, 304),
        ({"If-None-Match": f'"x", {tag}'}, 304),
        ({"If-None-Match": "*"}, 304),
        ({"If-None-Match": '"x"'}, 200),
        ({"If-None-Match": '"x"', "If-Modified-Since": date}, 200),
        ({"If-Modified-Since": date}, 304),
        ({"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}, 304),
        ({"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}, 200),
        ({"If-Modified-Since": "nonsense" * 100}, 200),
    ]
    found = asked(dist, *(("GET", "/", headers) for headers, _ in told))
    assert [answer.status for answer in found] == [status for _, status in told]
    assert all(answer.headers["ETag"] == tag for answer in found)


def test_head_has_the_headers_and_no_body(tmp_path: Path) -> None:
    (head,) = asked(built(tmp_path), ("HEAD", "/big.svg", {}))
    assert (head.status, head.headers["Content-Length"], head.body) == (200, "1000", b"")


def test_what_was_compressed_when_it_was_built_is_sent_to_who_takes_it(tmp_path: Path) -> None:
    path = "/assets/a-1.js"
    plain, small = asked(built(tmp_path), ("GET", path, {}), ("GET", path, {"Accept-Encoding": "br, gzip"}))
    assert (plain.body, plain.headers.get("Content-Encoding")) == (b"1", None)
    assert (small.body, small.headers["Content-Encoding"], small.headers["Vary"]) == (
        b"compressed",
        "gzip",
        "Accept-Encoding",
    )
    assert "javascript" in small.headers["Content-Type"]


@pytest.mark.parametrize(("said", "status", "size"), [("bytes=0-9", 206, 10), ("bytes=0-1," * 9 + "0-1", 200, 1000)])
def test_one_part_of_a_file_can_be_had_and_many_are_the_whole(
    tmp_path: Path, said: str, status: int, size: int
) -> None:
    (answer,) = asked(built(tmp_path), ("GET", "/big.svg", {"Range": said}))
    assert (answer.status, len(answer.body)) == (status, size)


def test_a_file_that_is_too_big_to_keep_is_sent_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "MOST_KEPT", 100)
    (answer,) = asked(built(tmp_path), ("GET", "/big.svg", {}))
    assert (answer.status, len(answer.body), answer.headers["Cache-Control"]) == (200, 1000, "no-cache")
