"""`ventuno audit --send` and `--digest-file`: the digest is kept elsewhere, or the exit code says that it is not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.store.desk import Desk
from ventuno.bank import OpenAccount
from ventuno.cli import main
from ventuno.cli.audit import NOT_CLEAN, NOT_KEPT
from ventuno.store import open_ledger


class Elsewhere:
    """Somebody who keeps digests; `answer` is the status they answer with."""

    def __init__(self) -> None:
        self.answer, self.heard = 200, list[tuple[dict[str, Any], str]]()
        elsewhere = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                elsewhere.heard.append((json.loads(body), self.headers.get("Authorization", "")))
                self.send_response(elsewhere.answer)
                self.send_header("Location", "/another")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/digests"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    one = Elsewhere()
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.fixture
def books(tmp_path: Path) -> str:
    with open_ledger(tmp_path / "bank.db") as ledger:
        Desk(ledger).player()
    return str(tmp_path / "bank.db")


def test_what_was_kept_can_be_expected_of_the_next_audit(books: str, tmp_path: Path, elsewhere: Elsewhere) -> None:
    file = tmp_path / "digests"
    kept = ["--digest-file", str(file), "--send", elsewhere.url, "--operator", "the house"]
    assert main(["audit", "--store", books, *kept]) == 0
    with open_ledger(books) as ledger:
        ledger.execute(OpenAccount(key="bob", at_ms=1, name="bob", currency="EUR"))
    assert main(["audit", "--store", books, *kept]) == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines == [note for note, _ in elsewhere.heard]
    assert [(one["operator"], one["records"], one["clean"], one["findings"]) for one in lines] == [
        ("the house", 2, True, 0),
        ("the house", 3, True, 0),
    ]
    for one in lines:
        assert main(["audit", "--store", books, "--expect", one["digest"]]) == 0
    assert main(["audit", "--store", books, "--expect", "00" * 32, "--send", elsewhere.url]) == NOT_CLEAN
    assert (elsewhere.heard[-1][0]["clean"], elsewhere.heard[-1][0]["findings"]) == (False, 1)


@pytest.mark.parametrize("answer", [500, 404, 302])
def test_a_digest_that_is_not_taken_is_said_by_the_exit_code(
    books: str, elsewhere: Elsewhere, answer: int, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere.answer = answer
    assert main(["audit", "--store", books, "--send", elsewhere.url]) == NOT_KEPT
    assert f"not taken by 127.0.0.1: it answers {answer}" in capsys.readouterr().err
    assert len(elsewhere.heard) == 1, "nobody else is sent it"


def test_nobody_there_no_such_folder_no_such_address(
    books: str, tmp_path: Path, elsewhere: Elsewhere, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--store", books, "--send", "http://127.0.0.1:1/"]) == NOT_KEPT
    assert "not sent to 127.0.0.1" in capsys.readouterr().err
    assert main(["audit", "--store", books, "--digest-file", str(tmp_path / "no" / "file")]) == NOT_KEPT
    assert main(["audit", "--store", books, "--send", "ftp://127.0.0.1/"]) == 2
    assert "https:// or http://" in capsys.readouterr().err


def test_a_token_comes_from_the_environment(books: str, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENTUNO_AUDIT_TOKEN", "secret")
    assert main(["audit", "--store", books, "--send", elsewhere.url]) == 0
    assert elsewhere.heard[0][1] == "Bearer secret"


@pytest.mark.parametrize("address", ["http://u:SECRET@[::1/x", "https://", "http://h:port/", "u:SECRET@h"])
def test_an_address_that_cannot_be_read_is_refused_and_never_shown(
    books: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--store", books, "--send", address]) == 2
    said = capsys.readouterr()
    assert "--send takes an address" in said.err
    assert "SECRET" not in said.err + said.out
    assert "Traceback" not in said.err


@pytest.mark.parametrize("digest", ["zz", "3124fe15ca5c", "00" * 31])
def test_a_digest_that_is_cut_off_is_refused_and_no_finding(
    books: str, digest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--store", books, "--expect", digest]) == 2
    assert "64 signs" in capsys.readouterr().err
