"""Who is let in, as whom, and what each may see and do. Class `doors`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

from tests.attack import wire
from tests.attack.field import Field, attack, deal, play_out, window
from tests.attack.guest import Guest
from tests.attack.pages import well

WRONG: Final = "not the password 4711"
SUPERVISOR: Final = "supervisor"


async def tried(field: Field, name: str, password: str, source: str = "", **more: Any) -> wire.Answer:
    body = {"name": name, "password": password}
    return await wire.ask(field.address, "POST", "/api/sign-in", body, source=source or field.place(), **more)


@attack("doors")
async def name_locked_by_strangers(field: Field) -> None:
    """Wrong passwords for a name, from one address and from many: the owner still gets in."""
    await field.supervisor()  # while the door is still open
    owner = await field.account()
    stranger = field.place()
    sources = [stranger] * 12 + [field.place() for _ in range(12)]
    await asyncio.gather(*(tried(field, owner.name, WRONG, source) for source in sources))
    for _ in range(2):
        answer = await tried(field, owner.name, owner.password)
        field.score.held(answer.status == 200, f"the owner is locked out: {answer.status} {answer.code}")
    if field.staff:
        await asyncio.gather(*(tried(field, field.staff[0], WRONG) for _ in range(15)))
        answer = await tried(field, *field.staff)
        field.score.held(answer.status == 200, f"the supervisor is locked out: {answer.status} {answer.code}")


@attack("doors")
async def guessing(field: Field) -> None:
    """From one address there are few tries, whatever the header about where one comes from says."""
    owner = await field.account()
    source = field.place()
    answers = [await tried(field, owner.name, f"guess number {at}", source) for at in range(25)]
    field.score.held(any(one.status == 429 for one in answers), "25 guesses from one address, none refused")
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP"):
        value = f"10.1.2.{field.random.randrange(250)}"
        answer = await tried(field, owner.name, WRONG, source, headers={header: value})
        field.score.held(answer.status == 429, f"{header} makes a new stranger of the same one: {answer.status}")
    answer = await tried(field, owner.name, owner.password)
    field.score.held(answer.status == 200, f"the owner, from elsewhere: {answer.status} {answer.code}")


@attack("doors")
async def who_is_there(field: Field) -> None:
    """A wrong password for a name that is there and for one that is not: the same answer."""
    owner = await field.account()
    there, not_there = await tried(field, owner.name, WRONG), await tried(field, field.fresh_name(), WRONG)
    field.score.held(
        (there.status, there.body) == (not_there.status, not_there.body), f"{there.body!r} {not_there.body!r}"
    )


CONFUSABLE: Final = (
    "Supervisor", "SUPERVISOR", "supervisor ", " supervisor", "supervisοr", "supеrvisor", "ѕupervisor",
    "superv1sor", "supervis0r",
    "super visor", "super-visor", "super.visor", "super_visor", "ｓupervisor", "supervisor\u200b",
    "su\u0301pervisor", "ꜱupervisor",
    "supervısor", "superviѕor", "suρervisor", "SUPERVlSOR", "5upervisor",
)  # fmt: skip
RESERVED: Final = (
    "guest-abcdefgh", "Guest-abcdefgh",
    "Dealer", "dealer", "DEALER", "Banco", "banco", "Il Banco", "Croupier", "croupier", "admin", "Administrator",
    "House",
    "Ventuno", "system", "support", "root", "operator", "Moderator", "Dea1er", "Dеaler",
    "D3aler", "d e a l e r",
)  # fmt: skip
STRANGE: Final = (
    "", "a", "a" * 33, "a\x00b", "a\nb", "<b>x</b>", "a'b", 'a"b', "\u202eabc", "a\u200bb", "\ud800", "../x", "--",
    "  ", "a\tb",
    "\u0000\u0000", "=cmd()", "@SUM", "+1+1", "a\u0301" * 20, "𝓭𝓮𝓪𝓵𝓮𝓻", "ＤＥＡＬＥＲ",
)  # fmt: skip


@attack("doors")
async def names_that_deceive(field: Field) -> None:
    """Names that look like the house's people, words of the house, and signs that are no name: refused."""
    for name in (*CONFUSABLE, *RESERVED, *STRANGE):
        body = {"name": name, "password": "a good long password 7"}
        answer = await field.ask("POST", "/api/sign-up", body)
        well(field, answer, f"the name {name!r}")
        field.score.held(answer.status in (400, 409), f"the name {name!r} is taken in: {answer.status}")
    first = await field.account()
    for name in (
        first.name.upper(),
        first.name.replace("a", "а"),
        first.name.replace("o", "0") + "\u200b",
        first.name + " ",
    ):
        if name != first.name:
            answer = await field.ask("POST", "/api/sign-up", {"name": name, "password": "a good long password 7"})
            field.score.held(answer.status in (400, 409), f"{name!r} passes for {first.name!r}: {answer.status}")


@attack("doors")
async def passwords_everybody_uses(field: Field) -> None:
    """Short ones, common ones, one's own name: refused, at the door and at a change."""
    common = (
        "", "a", "1234567", "password", "12345678", "123456789", "1234567890", "qwerty123", "password1",
        "passw0rd", "iloveyou",
        "11111111", "letmein1", "qwertyuiop", "1q2w3e4r5t", "Password1", "password123", "blackjack", "ventuno21",
        "football",
        "sunshine", "princess", "trustno1", "dragon123", "aaaaaaaaaaaa", "abcdefgh", "qwerty12345",
    )  # fmt: skip
    for password in common:
        body = {"name": field.fresh_name(), "password": password}
        answer = await field.ask("POST", "/api/sign-up", body)
        field.score.held(answer.status in (400, 409), f"the password {password!r} is taken: {answer.status}")
    name = field.fresh_name()
    answer = await field.ask("POST", "/api/sign-up", {"name": name, "password": name})
    field.score.held(answer.status in (400, 409), f"one's own name as a password: {answer.status}")
    guest = await field.account()
    answer = await guest.http("POST", "/api/password", {"old": guest.password, "new": "password1"})
    field.score.held(answer.status in (400, 409), f"changed to a common one: {answer.status}")


@attack("doors")
async def sessions_after_a_change(field: Field) -> None:
    """A new password ends every session, those opened while it was being changed too, and their connections."""
    for _ in range(2 * field.rounds):
        owner = await field.account()
        earlier = (await tried(field, owner.name, owner.password)).json["token"]
        await owner.connect()
        new = f"quite another {field.random.random()}"
        changing = owner.http("POST", "/api/password", {"old": owner.password, "new": new})
        signing = asyncio.gather(*(_late(field, owner, delay / 100) for delay in range(0, 24, 2)))
        changed, tokens = await asyncio.gather(changing, signing)
        field.score.held(changed.status == 200, f"the change: {changed.status} {changed.body[:100]!r}")
        for token in (owner.token, earlier, *filter(None, tokens)):
            answer = await field.ask("GET", "/api/me", token=token)
            field.score.held(answer.status == 401, "a session opened with the old password lives on")
        field.score.held(await owner.until(partial(_is_closed, owner), 3), "a connection lives on")
        answer = await tried(field, owner.name, owner.password)
        field.score.held(answer.status == 401, f"the old password: {answer.status}")
        field.score.held((await tried(field, owner.name, new)).status == 200, "the new password is refused")


def _is_closed(owner: Guest) -> bool:
    return owner.link.closed is not None


async def _late(field: Field, owner: Guest, delay_s: float) -> str:
    await asyncio.sleep(delay_s)
    answer = await tried(field, owner.name, owner.password)
    return str(answer.json["token"]) if answer.status == 200 else ""


@attack("doors")
async def routes_of_the_house(field: Field) -> None:
    """Every route the house describes, as nobody and as a player: those of the staff and of others stay shut."""
    player = await field.guest()
    for path, calls in field.openapi["paths"].items():
        target = (
            path.replace("{table}", field.live("infinite")).replace("{player}", "1").replace("{code}", "1M7NT3E6H54EPG")
        )
        target = target.replace("{game}", "infinite")
        for method, call in calls.items():
            body: dict[str, Any] | None = {} if call.get("requestBody") else None
            if call.get("security"):
                answer = await field.ask(method.upper(), target, body)
                field.score.held(answer.status == 401, f"nobody may {method} {path}: {answer.status}")
            if "/supervisor/" in path:
                answer = await player.http(method.upper(), target, body)
                field.score.held(answer.status == 403, f"a player may {method} {path}: {answer.status}")
                well(field, answer, f"{method} {path}")
    for body in (
        {"settings": {"role": "supervisor"}},
        {"settings": {"muted_until_ms": 0}},
        {"settings": {"vip_level": "gold"}},
    ):
        await player.http("PUT", "/api/settings", body)
    me = (await player.http("GET", "/api/me")).json
    field.score.held(me["role"] == "player" and me["vip_level"] != "gold", f"by settings one became {me}")
    await player.go()


@attack("doors")
async def rounds_of_others(field: Field) -> None:
    """My round's code in another's hands: no story, replay, values or export that shows what only I may see."""
    key = field.live("all-bets")
    owner, other = await field.guest(key), await field.guest()
    await owner.bet(key, "1/main", 1000)
    code = owner.felts[key].code
    await deal(owner, key)
    await play_out(owner, key)
    for path in (
        f"/api/rounds/{code}",
        f"/api/rounds/{code}/replay",
        f"/api/rounds/{code}/values",
        f"/api/rounds/{code}/export",
    ):
        mine, theirs = await owner.http("GET", path), await other.http("GET", path)
        field.score.held(mine.status == 200, f"my own {path}: {mine.status} {mine.body[:100]!r}")
        field.score.held(theirs.status in (403, 404, 409), f"another's {path}: {theirs.status} {theirs.body[:200]!r}")
        field.score.held((await field.ask("GET", path)).status == 401, f"nobody's {path}")
    history = (await other.http("GET", "/api/history")).json
    field.score.held(not history["rounds"], "another's history is not empty")
    export = (await other.http("GET", "/api/history/export?format=json")).body
    field.score.held(code.encode() not in export, "my round is in another's export")
    await owner.go()
    await other.go()


@attack("doors")
async def staff_at_the_table(field: Field) -> None:
    """Whoever can void a round cannot have a stake in it."""
    boss = await field.supervisor()
    if boss is None:
        field.score.note("the supervisor's password is not known")
        return
    try:
        await boss.connect()
    except ConnectionError:
        field.score.held(True, "")
        return
    answer = await boss.http("POST", "/api/cashier/deposit", {"key": "staff-deposit-1", "amount_minor": 10000})
    field.score.held(answer.status != 200, f"staff may bring money to play with: {answer.status}")
    for game in ("all-bets", "infinite", "cashback"):
        key = field.live(game)
        told = await boss.ask({"type": "Join"}, key)
        if told["type"] == "Done":
            await window(boss, key)
            told = await boss.bet(key, "1/main", 1000)
        field.score.held(told["type"] != "Done", f"staff may bet at {key}: {told}")
        await boss.ask({"type": "ClearBets"}, key)
    for link in boss.links:
        link.drop()


@attack("doors")
async def what_errors_say(field: Field) -> None:
    """Every path with strange names: an answer in the house's words, never of what it is built."""
    guest = await field.guest()
    strange = ("%00", "'", "%ff", "a" * 300, "-1", "99999999999999999999", "%F0%9F%83%8F", "1;DROP", "{}", "1%0a2")
    for path, calls in field.openapi["paths"].items():
        if "{" not in path:
            continue
        start, _, rest = path.partition("{")
        for word in strange:
            target = start + word + rest.partition("}")[2]
            for method in calls:
                body: dict[str, Any] | None = {} if calls[method].get("requestBody") else None
                well(field, await guest.http(method.upper(), target, body), f"{method} {target[:60]}")
    await guest.go()
