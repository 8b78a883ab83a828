"""The doctor: whatever is made wrong is found and named with what to do, and nothing is changed by looking."""

from __future__ import annotations

import hashlib
import http.server
import json
import os
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from tests.store.servers import Postgres
from ventuno import doctor
from ventuno.bank import OpenRound, Placed, PlaceStakes
from ventuno.bank.commands import BankCommand
from ventuno.cli import main
from ventuno.doctor import CHECKS, Patient, Symptom, database, examine, folder, machine, running
from ventuno.play.events import RoundBegun
from ventuno.server.limits import EdgeLimits
from ventuno.server.settings import HouseSettings
from ventuno.store import Ledger, migrations, open_ledger
from ventuno.store.backups import back_up_next
from ventuno.store.key_check import remember_key
from ventuno.store.occupancy import Occupancy
from ventuno.store.sealing import Seal
from ventuno.store.sessions import register
from ventuno.store.tables import EVENTS
from ventuno.table.config import TableConfig
from ventuno.table.records import stored
from ventuno.variant import digest, load

KEY = "5e" * 32
DAY_MS = 86_400_000


@pytest.fixture
def data() -> Iterator[Path]:
    """A house that is well: closed in order, with a supervisor, a key and a backup."""
    with quick_folder() as folder_:
        with open_ledger(folder_ / "ventuno.db") as ledger:
            well(ledger)
        back_up_next(folder_ / "ventuno.db", folder_ / "backups", 7)
        yield folder_


def well(ledger: Ledger) -> None:
    register(
        ledger, key="s", at_ms=now_ms(), name="boss", password="a long enough one", currency="EUR", role="supervisor"
    )
    remember_key(ledger, Seal(bytes.fromhex(KEY)))


def now_ms() -> int:
    return int(time.time() * 1000)


def look(name: str, data: Path, environ: dict[str, str] | None = None, **settings: Any) -> list[Symptom]:
    """What one check finds."""
    known = {"tables": (TableConfig(key="infinite", variant="infinite"),), **settings}
    patient = Patient(HouseSettings(data=str(data), **known), environ={"VENTUNO_KEY": KEY, **(environ or {})})
    try:
        return list(CHECKS[name](patient))
    finally:
        patient.close()


def worst(found: list[Symptom]) -> str:
    return max((one.state for one in found), key=lambda state: doctor.WORST[state], default="nothing")


def said(found: list[Symptom]) -> str:
    """Of what is not well; each has something to do."""
    bad = [one for one in found if one.state != "ok"]
    assert all(one.remedy for one in bad)
    return "; ".join(one.says for one in bad)


def print_of(place: Path) -> dict[str, str]:
    files = [one for one in place.rglob("*") if one.is_file()]
    return {str(one): hashlib.sha256(one.read_bytes()).hexdigest() + str(one.stat().st_mode) for one in files}


def write(data: Path, statement: str, *values: Any) -> None:
    with open_ledger(data / "ventuno.db") as ledger:
        ledger.keep(lambda engine: engine.run(statement, *values))


def test_a_house_that_is_well_is_found_well_and_looking_changes_nothing(data: Path) -> None:
    before = print_of(data)
    patient = Patient(HouseSettings(data=str(data)), environ={"VENTUNO_KEY": KEY})
    found = list(examine(patient))
    patient.close()
    assert print_of(data) == before
    here = {"disk", "clock", "files", "web", "people"}  # these are of the machine that runs this, and nobody enrolled
    assert [one for one in found if one.state != "ok" and one.check not in here] == []
    assert {"database", "pages", "key", "backups", "rounds"} <= {one.check for one in found}


def test_a_running_house_is_not_disturbed_and_its_files_stay_as_they_are(data: Path) -> None:
    occupancy = Occupancy(data / "ventuno.db")
    with open_ledger(data / "ventuno.db") as ledger:
        desk = Desk(ledger)
        desk.player()
        before = print_of(data)
        found = look("held", data) + look("pages", data) + look("log", data) + look("rounds", data)
        shared = str(data / "ventuno.db-shm")  # where every reader signs in
        assert {**print_of(data), shared: ""} == {**before, shared: ""}
        desk.player("bert")  # writes on
    occupancy.end()
    assert worst(found) == "ok"
    assert f"process {os.getpid()}" in found[0].says
    assert look("held", data)[0].says == "no house has the database open"


def test_where_there_is_nothing_yet_nothing_is_made_and_all_is_well(tmp_path: Path) -> None:
    patient = Patient(HouseSettings(data=str(tmp_path / "none")))
    found = list(examine(patient))
    assert not (tmp_path / "none").exists()
    assert worst([one for one in found if one.check in ("data", "database")]) == "ok"


def test_a_check_that_fails_itself_hides_no_other(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(patient: Patient) -> Iterator[Symptom]:
        raise ZeroDivisionError
        yield

    monkeypatch.setitem(CHECKS, "python", fails)
    patient = Patient(HouseSettings(data=str(data)))
    found = list(examine(patient))
    patient.close()
    assert (found[0].check, found[0].state) == ("python", "warning")
    assert {one.check for one in found} >= {"settings", "database"}


# -- the machine ------------------------------------------------------------------------------------


def test_a_missing_package_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "NEEDED", ("aiohttp", "no-such-package"))
    assert "no-such-package" in said(look("python", data))


def test_too_few_files_are_told_in_players(data: Path) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert "not 10,000,000,000" in said(look("files", data, limits=EdgeLimits(connections=10**10)))
    assert worst(look("files", data, limits=EdgeLimits(connections=most // 4, visitors=100))) == "ok"


def test_a_clock_behind_the_books_is_wrong(data: Path) -> None:
    write(data, "INSERT INTO journal SELECT 9, 'k', kind, ?, player, round, content, events, receipt, digest "
          "FROM journal LIMIT 1", now_ms() + DAY_MS)  # fmt: skip
    assert "24 hours ahead" in said(look("clock", data))
    assert "--clock-is-right" in look("clock", data)[0].remedy
    assert worst(look("clock", data)) == "wrong"


def test_a_clock_that_nobody_keeps_right_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for synchronised, state in ((True, "ok"), (None, "ok"), (False, "warning")):
        monkeypatch.setattr(machine, "_is_synchronised", lambda synchronised=synchronised: synchronised)
        assert worst(look("clock", data)) == state


# -- settings and doors -------------------------------------------------------------------------------


def test_all_faults_of_the_settings_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text("port = 99999\nbackup_keep = 0\nfoo = 1\n[limits]\nhead_s = 0\n", encoding="utf-8")
    assert main(["doctor", "--config", str(file), "--data", str(tmp_path / "data"), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    wrong = [one["says"] for one in told["findings"] if one["check"] == "settings"]
    assert told["state"] == "wrong"
    for what in ("port = 99999", "backup_keep", "foo is no setting", "limits.head_s"):
        assert any(what in one for one in wrong)


@pytest.mark.parametrize(
    ("settings", "state", "says"),
    [
        ({}, "ok", ""),
        ({"host": "0.0.0.0"}, "warning", "in the clear"),
        ({"origins": ("https://play.example",)}, "wrong", "secure is false"),
        ({"secure": True, "behind_proxy": True, "origins": ("http://play.example",)}, "warning", "secure is true"),
        ({"behind_proxy": True, "secure": True}, "wrong", "by which name"),
        ({"secure": True, "hosts": ("play.example",)}, "warning", "one address"),
        ({"host": "0.0.0.0", "secure": True, "behind_proxy": 1, "hosts": ("a",)}, "warning", "claim any address"),
        ({"secure": True, "behind_proxy": True, "origins": ("https://play.example",)}, "ok", ""),
    ],
)  # fmt: skip
def test_doors_that_do_not_fit_each_other_are_told(data: Path, settings: dict[str, Any], state: str, says: str) -> None:
    found = look("listening", data, **settings)
    assert worst(found) == state
    assert says in said(found)


def test_a_client_that_was_not_built_is_told(data: Path, tmp_path: Path) -> None:
    assert "no web client" in said(look("web", data, web=str(tmp_path)))
    (tmp_path / "index.html").touch()
    assert worst(look("web", data, web=str(tmp_path))) == "ok"


# -- the folder -----------------------------------------------------------------------------------------


def test_a_folder_that_others_can_read_is_told(data: Path) -> None:
    (data / "ventuno.db").chmod(0o644)
    assert "others can read ventuno.db" in said(look("data", data))


def test_a_folder_that_is_somebody_elses_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert "not this user's" in said(look("data", data))


def test_a_folder_that_is_none_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert worst(look("data", tmp_path / "file")) == "wrong"


def test_a_full_or_read_only_disk_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stats = os.statvfs(data)

    def like(free: int, flag: int) -> Any:
        return type("stats", (), {"f_bavail": free, "f_frsize": 1, "f_flag": flag})

    for free, flag, state in ((1 << 20, 0, "wrong"), (1 << 30, 0, "warning"), (10 << 30, os.ST_RDONLY, "wrong")):
        monkeypatch.setattr(os, "statvfs", lambda _, free=free, flag=flag: like(free, flag))
        assert worst(look("data", data)) == state
    assert stats


def test_a_disk_far_away_is_wrong_and_one_in_memory_told(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(folder, "MOUNTS", mounts)
    for kind, state in (("nfs4", "wrong"), ("cifs", "wrong"), ("tmpfs", "warning"), ("ext4", "ok")):
        mounts.write_text(f"disk / ext4 rw 0 0\nthere {data.parent} {kind} rw 0 0\n")
        assert worst(look("disk", data)) == state


# -- the database ---------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_wrong(data: Path) -> None:
    (data / "ventuno.db").write_bytes(b"nothing of the kind" * 1000)
    assert worst(look("database", data)) == "wrong"
    assert worst(look("pages", data)) == "wrong"


def test_an_older_database_is_told_and_a_newer_one_is_wrong(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step = migrations.Migration(len(migrations.MIGRATIONS) + 1, "notes", ("CREATE TABLE notes (x BIGINT)",))
    monkeypatch.setattr(database, "MIGRATIONS", (*migrations.MIGRATIONS, step))
    found = look("database", data)
    assert (worst(found), "ventuno migrate --dry-run" in found[0].remedy) == ("warning", True)
    monkeypatch.undo()
    write(data, f"PRAGMA user_version = {step.number}")
    newer = look("database", data)
    assert (worst(newer), "newer Ventuno" in newer[0].remedy) == ("wrong", True)
    assert worst(look("rounds", data)) == "nothing"  # books that this program cannot read are left alone


def test_a_damaged_page_is_found(data: Path) -> None:
    with open_ledger(data / "ventuno.db") as ledger:
        desk = Desk(ledger)
        for number in range(200):
            desk.ok(PlaceNothing, round=f"R{number}", table="t", game="g")
    with (data / "ventuno.db").open("r+b") as file:
        file.seek((data / "ventuno.db").stat().st_size // 2)
        file.write(b"\xa5" * 8192)
    assert "damaged" in said(look("pages", data))


PlaceNothing: type[BankCommand] = OpenRound


def test_looking_at_pages_ends_in_time(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PAGES_S", -1.0)
    monkeypatch.setattr(database, "OFTEN", 1)
    assert "ventuno audit looks at all" in look("pages", data)[0].says


def test_a_log_that_grows_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LOG_BYTES", 1000)
    with open_ledger(data / "ventuno.db") as ledger:
        Desk(ledger).player()
        assert "write-ahead log" in said(look("log", data))
    assert look("log", data) == []


def test_growth_is_told_by_the_day(data: Path) -> None:
    with open_ledger(data / "ventuno.db") as ledger:
        desk = Desk(ledger)  # in 2023
        desk.player()
        desk.now_ms = now_ms()
        desk.player("bert")
    assert "5 records" in look("growth", data)[0].says
    assert "0.0 MB a day" in look("growth", data)[0].says


# -- the books --------------------------------------------------------------------------------------------


def test_another_key_or_none_is_wrong_and_none_is_made(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert worst(look("key", data)) == "ok"
    assert worst(look("key", data, {"VENTUNO_KEY": "ab" * 32})) == "wrong"
    assert worst(look("key", data, {"VENTUNO_KEY": "no key"})) == "wrong"
    assert worst(look("key", data, {"VENTUNO_KEY": ""})) == "wrong"
    assert list(tmp_path.iterdir()) == []
    assert worst(look("key", data, {"VENTUNO_KEY": ""}, key_file=str(data / "key"))) == "wrong"  # beside the books


def test_a_key_that_others_can_read_is_told_and_left_as_it_is(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    file.write_text(KEY)
    file.chmod(0o644)
    assert worst(look("key", data, {"VENTUNO_KEY": ""}, key_file=str(file))) == "ok"
    assert "others can read the key" in said(look("key file", data, key_file=str(file)))
    assert file.stat().st_mode & 0o777 == 0o644


def stake(data: Path, code: str, table: str, at_ms: int) -> None:
    with open_ledger(data / "ventuno.db") as ledger:
        desk = Desk(ledger)
        desk._keys = iter(range(at_ms, at_ms + 10_000))
        desk.now_ms = at_ms
        anna = desk.player(f"player of {code}")
        desk.round(code, table=table)
        desk.ok(PlaceStakes, round=code, player=anna, stakes=(Placed("1/main", 100),))


def test_stakes_that_lie_too_long_or_at_a_table_that_is_gone_are_told(data: Path) -> None:
    stake(data, "NEW", "infinite", now_ms())
    assert worst(look("rounds", data)) == "ok"
    stake(data, "OLD", "infinite", now_ms() - 2 * DAY_MS)
    assert "OLD" in said(look("rounds", data))
    stake(data, "GONE", "closed-table", now_ms())
    found = look("rounds", data)
    assert (worst(found), "GONE (closed-table)" in said(found)) == ("wrong", True)


def test_rules_that_were_changed_while_stakes_lie_are_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stake(data, "R1", "infinite", now_ms())
    opened = RoundBegun("infinite", digest(load("infinite")), True, 0, ())
    with open_ledger(data / "ventuno.db") as ledger:
        ledger.keep(lambda engine: engine.insert(EVENTS, [("R1", 0, stored(opened))]))
    assert worst(look("rounds", data)) == "ok"
    monkeypatch.setattr("ventuno.doctor.books.digest", lambda _: "another")
    assert "rules were changed" in said(look("rounds", data))


def test_a_transfer_that_is_on_its_way_for_long_is_told(data: Path) -> None:
    columns = "'deposit', 1, 'EUR', 100, 'asked', ?, ?, 1, 1, 'p', '', ''"
    write(data, f"INSERT INTO transfers VALUES ('t', {columns})", now_ms() - DAY_MS, now_ms())
    assert "24 hours" in said(look("transfers", data))


def test_a_jackpot_without_its_money_is_wrong(data: Path) -> None:
    write(data, "INSERT INTO jackpots VALUES ('pool', 'EUR', 999, 100, '1/100', '0')")
    assert worst(look("jackpots", data)) == "wrong"


def test_supervisors_who_are_missing_or_without_a_second_factor_are_told(data: Path) -> None:
    assert "boss" in said(look("people", data))
    assert worst(look("people", data, staff_second_factor="required")) == "wrong"
    write(data, "UPDATE people SET role = 'player'")
    assert "no supervisor" in said(look("people", data))


# -- backups ------------------------------------------------------------------------------------------------


def test_backups_that_are_missing_old_or_broken_are_told(data: Path) -> None:
    assert worst(look("backups", data)) == "ok"
    assert "makes no backups" in said(look("backups", data, backup_every_h=0))
    assert worst(look("backups", data, backup_every_h=0.0000001)) == "wrong"
    assert "no backup" in said(look("backups", data, backup_folder=str(data / "elsewhere")))
    (newest,) = (data / "backups").glob("*.db")
    newest.write_bytes(b"broken")
    assert "cannot be read" in said(look("backups", data))


def test_copies_from_before_a_migration_are_told(data: Path) -> None:
    (data / "ventuno.db.before-7").touch()
    assert "ventuno.db.before-7" in look("copies", data)[0].says


# -- PostgreSQL -----------------------------------------------------------------------------------------------


def test_postgresql_is_looked_at_and_what_is_off_is_wrong(
    data: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = postgres.new_database()
    there = {"VENTUNO_STORE": where}
    with open_ledger(where) as ledger:
        well(ledger)
    patient = Patient(HouseSettings(data=str(tmp_path)), environ={"VENTUNO_KEY": KEY, **there})
    found = {one.check: one for one in examine(patient)}
    patient.close()
    assert found["database"].state == found["key"].state == found["connections"].state == "ok"
    assert "may do everything" in found["rights"].says
    assert "nobody watches" in found["backups"].says
    assert not [one for one in found.values() if one.state == "wrong"]
    postgres.run("ALTER SYSTEM SET full_page_writes = off")
    postgres.run("SELECT pg_reload_conf()")
    time.sleep(0.2)
    assert "full_page_writes is off" in said(look("postgresql", data, there))
    postgres.run("ALTER SYSTEM RESET full_page_writes")
    postgres.run("SELECT pg_reload_conf()")
    monkeypatch.setattr("ventuno.doctor.server.CONNECTIONS", 10_000)
    assert "connections are left" in said(look("connections", data, there))
    monkeypatch.setattr("ventuno.doctor.server.OLDEST", 1000)
    assert "not looked after" in said(look("postgresql", data, there))


def test_postgresql_that_does_not_answer_is_wrong(data: Path) -> None:
    there = {"VENTUNO_STORE": "postgresql://nobody:secret@127.0.0.1:1/x"}
    found = look("database", data, there)
    assert worst(found) == "wrong"
    assert "secret" not in str(found)
    assert look("rounds", data, there) == look("connections", data, there) == []


def test_dumps_of_postgresql_are_watched_by_age_and_kind(data: Path, tmp_path: Path) -> None:
    there = {"VENTUNO_STORE": "postgresql://nobody@127.0.0.1:1/x"}
    dump = tmp_path / "a.dump"
    dump.write_bytes(b"PGDMP...")
    assert worst(look("backups", data, there, backup_folder=str(tmp_path))) == "ok"
    dump.write_bytes(b"-- SQL")
    assert "no custom-format dump" in said(look("backups", data, there, backup_folder=str(tmp_path)))
    os.utime(dump, (time.time() - 3 * 86_400,) * 2)
    assert worst(look("backups", data, there, backup_folder=str(tmp_path))) == "wrong"


# -- the running house ------------------------------------------------------------------------------------------


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "body", "state", "says"),
    [
        (200, b'{"ok": true}', "ok", ""),
        (503, b'{"ok": false, "why": "x", "reasons": [{"code": "table/fault", "why": "stopped", "count": 1}]}',
         "wrong", "stopped (table/fault)"),
        (404, b"not ours", "warning", "no house of ours"),
        (200, b"not ours", "warning", "does not answer"),
    ],
)  # fmt: skip
def test_the_running_house_is_asked(data: Path, status: int, body: bytes, state: str, says: str) -> None:
    with answering(status, body) as url:
        found = list(running.ready(Patient(HouseSettings(data=str(data)), url=url)))
    assert worst(found) == state
    assert says in said(found)
    assert list(running.ready(Patient(HouseSettings(data=str(data))))) == []  # none runs, none was named


def test_the_command_exits_with_the_worst_it_found(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VENTUNO_KEY", "ab" * 32)
    assert main(["doctor", "--data", str(data)]) == 2
    out = capsys.readouterr().out
    assert "WRONG   key:" in out
    assert "To do: put the key's copy back" in out
    assert "1 wrong." in out
