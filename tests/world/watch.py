"""Looks over the house's shoulder: every call of a table and every byte that is sent, at the moment it happens.

What is shown must be durable at that moment; a card that lies face down must be in nothing that is
sent; what is published must add up to the table's view; a request must be answered alike.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tests.world.sealing import SEAL
from ventuno.bank import PlaceStakes, RoundCommand, SettleRound, VoidRound
from ventuno.play import events as happened
from ventuno.play.events import to_json
from ventuno.protocol import commands as said, events as wire
from ventuno.protocol.messages import AnyMessage, Happened, MyResult, Notice, Refused, Snapshot
from ventuno.protocol.view import DEALER, FACE_DOWN, TableView, apply
from ventuno.server.requests import STORE_AWAY
from ventuno.table.port import Alert, Ask, Out, PauseTable, Publish, Reply, Whisper
from ventuno.table.records import opens, played

if TYPE_CHECKING:
    from tests.world.process import Process
    from tests.world.world import World

decode = msgspec.json.Decoder(AnyMessage).decode
encode = msgspec.json.Encoder().encode

BETS = (
    said.Bet, said.BetBehind, said.Undo, said.ClearBets,
    said.DoubleBets, said.RepeatBets, said.AllSideBets, said.BetAll,
)  # fmt: skip
TIME_RAN_OUT = to_json(happened.TimeRanOut())
NOT_REMEMBERED = (b"rate/too_fast", b"request/too_many", b"request/malformed")
CALLS = ("start", "enter", "disconnect", "receive", "answer", "supervise", "tick")


class Absence(NamedTuple):
    """A player's connection went while bets were open (E2)."""

    table: str
    code: str
    player: int
    mains: dict[str, int]  # what lay on their own main spots then, at least the minimum


class Watched:
    """A table with somebody watching: `table.port.Table`."""

    def __init__(self, table: Any, process: Process, key: str, player: int) -> None:
        self.table, self.process, self.key, self.player = table, process, key, player
        self.world = process.world
        self.shadow = TableView()
        self.opened_n = 0  # the event that opened the round
        self.absent: dict[int, Absence] = {}
        self.ran_out_of = ""  # the round whose time to decide was over already when the table stood still
        self.world.watch.tables[process.number, key, player] = self

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.table, name)
        return self._tapped(name, found) if name in CALLS else found

    def _tapped(self, name: str, call: Any) -> Any:
        def tapped(*values: Any) -> list[Out]:
            self.world.watch.calls(self, name, values)
            outs: list[Out] = call(*values)
            self.world.watch.outs(self, outs)
            self.process.point(f"with what {self.key} says after {name}")
            return outs

        return tapped


class Watch:
    def __init__(self, world: World) -> None:
        self.world = world
        self.found: list[str] = []
        self.tables: dict[tuple[int, str, int], Watched] = {}  # by process too
        self.requested: dict[tuple[int, str], Any] = {}  # by player and id: the command
        self.first_process: dict[tuple[int, str], int] = {}  # that was given it
        self.received: Counter[tuple[int, str]] = Counter()  # how often a table was given it
        self.absences: list[Absence] = []
        self.became: list[tuple[str, int, dict[str, Any]]] = []  # D4: round, player, what the notice said
        self._decoded: dict[str, list[happened.RoundEvent]] = {}
        self._decoded_of: dict[str, int] = {}  # from so many bodies

    def wrong(self, what: str) -> None:
        self.world.trace(f"WRONG {what}")
        if what not in self.found:
            self.found.append(what)

    def rounds(self) -> Counter[str]:
        ends = Counter[str]()
        for command in self.world.disk.accepted.values():
            if isinstance(command, SettleRound | VoidRound):
                ends["settled" if isinstance(command, SettleRound) else "void"] += 1
        return ends

    def what_happened(self) -> Counter[str]:
        """So that nobody believes in a world where nothing happens."""
        seen: Counter[str] = Counter()
        for code in self.world.disk.events:
            for event in self.durable(code):
                match event:
                    case happened.HandDecided(action=action):
                        seen[str(action)] += 1
                        seen["short followers"] += len(event.short)
                        seen["paid in golden chips"] += event.golden > 0
                    case happened.Followed():
                        seen["followed"] += 1
                    case happened.InsuranceDecided(stake=stake):
                        seen["insured" if stake else "declined"] += 1
                    case happened.TimeRanOut():
                        seen["time ran out"] += 1
                    case happened.RoundBegun():
                        seen["golden bets"] += sum(bet.golden > 0 for bet in event.bets)
        seen["D4"] = len(self.became)
        seen["E2"] = len(self.absences)
        return seen

    def process_ended(self, number: int) -> None:
        self.tables = {place: table for place, table in self.tables.items() if place[0] != number}

    def durable(self, code: str) -> list[happened.RoundEvent]:
        """The round's events of play that are on the disk at this moment."""
        bodies = self.world.disk.events.get(code, [])
        if self._decoded_of.get(code) != len(bodies):
            self._decoded_of[code] = len(bodies)
            self._decoded[code] = played(bodies, opens(SEAL, code))
        return self._decoded.setdefault(code, [])

    # -- calls ----------------------------------------------------------------------------------

    def calls(self, table: Watched, name: str, values: tuple[Any, ...]) -> None:
        self._still_ours(table, name)
        if name == "receive":
            player, request, command, _ = values
            self.requested[player, request] = command
            self.first_process.setdefault((player, request), table.process.number)
            self.received[player, request] += 1
            if isinstance(command, said.Decide) and command.action in ("double", "split"):
                self.world.crowd.spend_elsewhere(player, table.process)
            self.world.trace(table.key, "<-", player, request, command)
        elif name == "disconnect":
            self.world.trace(table.key, "<-", values[0], "is gone")
            self._absent(table, values[0])
        elif name == "enter":
            self.world.trace(table.key, "<-", values[0].player, "is here")
            table.absent.pop(values[0].player, None)
        elif name == "supervise":
            self.world.trace(table.key, "<-", values[0])
            deadline = table.shadow.deadline
            if isinstance(values[0], PauseTable) and deadline is not None and deadline.at_ms <= values[1]:
                table.ran_out_of = table.shadow.code  # before it stood still: an answer was waited for

    def _still_ours(self, table: Watched, name: str) -> None:
        """Who was stopped and wakes up does not act by the time; who knows that another has taken over, not at all."""
        process = table.process
        if process.is_former and (name == "tick" or process.has_given_up):
            self.wrong(f"process {process.number} goes on at {table.key} ({name}), and another has taken over")

    def _absent(self, table: Watched, player: int) -> None:
        """What E2 is about: bets that lie there when the connection goes, as long as betting is open."""
        real = table.table
        if real.view.phase != "betting" or not real.errands.log.code or player not in real.company.here:
            return
        slip = real.betting.slips.get(player)
        mains = {bet.spot: bet.amount_minor for bet in slip.bets() if _is_own_main(bet)} if slip else {}
        least = real.rules.terms.limits[0].main_least_minor
        if real.queues.is_busy(player):
            mains = {}  # what they asked before they went still counts
        mains = {spot: amount for spot, amount in mains.items() if amount >= least}
        table.absent[player] = Absence(table.key, real.errands.log.code, player, mains)

    # -- what comes out -------------------------------------------------------------------------

    def outs(self, table: Watched, outs: list[Out]) -> None:
        for out in outs:
            match out:
                case Publish(n, event):
                    if isinstance(event, wire.RoundOpened):
                        table.opened_n = n
                    self._published(table, event)
                case Whisper(players, message):
                    self._whispered(table, players, message)
                case Reply(player, message):
                    self._replied(table, player, message)
                case Ask(_, command):
                    self._asked(table, command)
                case Alert(code, why):
                    self.world.trace(table.key, "ALERT", code, why)
                    if not code.startswith("store/"):
                        self.wrong(f"fault of the table {table.key}: {code}: {why}")
                        self.world.at(0.0, lambda: self._is_ready(table))
        if any(isinstance(out, Publish) for out in outs) and encode(table.shadow) != encode(table.table.view):
            self.wrong(f"the view of {table.key} is not what its events add up to")

    def _is_ready(self, table: Watched) -> None:
        """A live table that stands still with a fault is a reason not to send anybody here."""
        server, pause = self.world.server, table.table.view.pause
        there = server.is_up and table.process is server.process and not table.player
        if there and pause and pause.fault and not server.house.readiness.reasons():
            self.wrong(f"readiness says that all is well, and {table.key} stands still with a fault")

    def _asked(self, table: Watched, command: Any) -> None:
        """Nobody's time is cut short, and no bet is taken after red (B1, D3)."""
        shown = table.shadow
        if isinstance(command, RoundCommand) and TIME_RAN_OUT in command.events:
            deadline = shown.deadline
            ran_out = deadline is None and table.ran_out_of == shown.code
            if not ran_out and (deadline is None or self.world.now_ms < deadline.at_ms):
                self.wrong(f"D3: time ran out at {table.key} before it was over: {deadline}")
        elif isinstance(command, PlaceStakes) and command.initial and not table.player and shown.phase != "betting":
            self.wrong(f"B1: {table.key} takes a bet in the phase {shown.phase}: {command}")

    def _published(self, table: Watched, event: wire.AnyEvent) -> None:
        self.world.trace(table.key, "->", event)
        before = table.shadow.deadline
        apply(table.shadow, event)
        if table.shadow.deadline not in (None, before):
            table.ran_out_of = ""
        code = table.shadow.code
        match event:
            case wire.RoundOpened():
                self._must(f"{event.code}/open" in self.world.disk.accepted, table, event)
            case wire.CardDealt(to, card):
                self.absences += [one for one in table.absent.values() if one.code == code]
                table.absent.clear()
                self._card(table, code, to, card, event)
            case wire.HoleCardShown(card):
                hole = self._dealt(code, DEALER)[1:2]
                self._must([one.text for one in hole] == [card], table, event)
            case wire.Decided(position, line, action):
                self._must(self._is_decided(code, position, line, action, event.by_time), table, event)
            case wire.RoundEnded():
                self._must(f"{code}/settle" in self.world.disk.accepted, table, event)
            case wire.RoundVoided():
                self._must(any(key.startswith(f"{event.code}/") for key in self._voids()), table, event)

    def _voids(self) -> list[str]:
        return [key for key, command in self.world.disk.accepted.items() if isinstance(command, VoidRound)]

    def _must(self, durable: bool, table: Watched, event: object) -> None:
        if not durable:
            self.wrong(f"not durable when it was shown at {table.key}: {event}")

    def _dealt(self, code: str, to: str) -> list[Any]:
        return [one.card for one in self.durable(code) if isinstance(one, happened.DealtCard) and one.to == to]

    def _card(self, table: Watched, code: str, to: str, card: str | None, event: object) -> None:
        shown, durable = table.shadow.lines[to].cards, self._dealt(code, to)
        place = len(shown) - 1 - (to != DEALER and not to.isdecimal())  # the first card of a split half is its parent's
        self._must(place < len(durable), table, event)
        if (card is None) != (to == DEALER and place == 1):
            self.wrong(f"the hole card is dealt face down and no other: {table.key} {event}")
        elif card is not None and place < len(durable) and durable[place].text != card:
            self.wrong(f"{table.key} shows {card} on {to}, the disk has {durable[place]}")

    def _is_decided(self, code: str, position: int, line: str, action: str, by_time: bool) -> bool:
        events = self.durable(code)
        if by_time:
            return any(isinstance(one, happened.TimeRanOut) for one in events)
        wanted = (position, line, action)
        return any(isinstance(e, happened.HandDecided) and (e.position, e.line, e.action) == wanted for e in events)

    def _whispered(self, table: Watched, players: tuple[int, ...], message: Any) -> None:
        if isinstance(message, MyResult):
            self._must(f"{message.code}/settle" in self.world.disk.accepted, table, message)
        elif isinstance(message, Notice):
            self.world.trace(table.key, "->", players, message.code, message.data)
            if message.code == "action/became":
                self.became.append((table.shadow.code, players[0], dict(message.data)))

    def _replied(self, table: Watched, player: int, message: Any) -> None:
        self.world.trace(table.key, "=>", player, message)
        command = self.requested.get((player, message.id))
        if isinstance(message, Refused):
            self._nothing_done(table, player, message)
        elif isinstance(command, BETS) or (isinstance(command, said.Insure) and command.accept):
            self._must(self.key_of(player, message.id) is not None, table, (player, command))
        elif isinstance(command, said.Decide):
            events = self.durable(table.shadow.code)
            mine = (command.position, str(player), command.line)
            decided = [
                e for e in events if isinstance(e, happened.HandDecided) and (e.position, e.bettor, e.line) == mine
            ]
            self._must(bool(decided), table, (player, command))

    def _nothing_done(self, table: Watched, player: int, message: Refused) -> None:
        """A refusal says that nothing was done. After a crash what was done before it is told by the table itself;
        and to an id that comes again when its answer is forgotten, what was done then is not done now."""
        once = self.received[player, message.id] == 1 and self.first_process[player, message.id] == table.process.number
        if once and self.key_of(player, message.id):
            self.wrong(f"{message.id} of {player} was refused ({message.code}) and booked")

    def key_of(self, player: int, request: str) -> str | None:
        """Under which key a request was booked."""
        return self.world.disk.by_request.get((str(player), request))

    def answered(self, player: int, name: str, remembered: bytes | None, frame: bytes, asked: Any) -> None:
        """The same id, the same answer, as long as the house remembers it; and what is refused was never done, in
        whatever round and life of the house."""
        message, booked = decode(frame[frame.index(b'{"type"') :]), self.key_of(player, name)
        known = booked and asked is not None and self.world.disk.accepted[booked].asked == said.digest_of(asked)
        if known and isinstance(message, Refused) and message.code != STORE_AWAY:
            self.wrong(f"{name} of {player} is in the books as {booked}, and was refused: {message.code}")
        if remembered not in (None, frame) and not any(code in frame for code in NOT_REMEMBERED):
            self.wrong(f"{name} of {player} was answered {remembered!r}, then {frame!r}")

    # -- bytes ----------------------------------------------------------------------------------

    def sent(self, process: Process, player: int, body: bytes) -> AnyMessage:
        """Whatever the house writes to anybody."""
        message: AnyMessage = decode(body)
        if isinstance(message, Snapshot):
            self._snapshot(message)
        if key := getattr(message, "table", ""):
            self._no_hole_card(process.number, player, key, body, message)
        if self.world.keeps_bytes:
            self.world.sent.append((self.world.now, str(player), body))
        return message

    def _snapshot(self, message: Snapshot) -> None:
        code = message.view.code
        for key, line in message.view.lines.items():
            durable = self._dealt(code, key)
            shown = line.cards[(key != DEALER and not key.isdecimal()) :]
            if any(card not in (FACE_DOWN, real.text) for card, real in zip(shown, durable, strict=False)):
                self.wrong(f"a snapshot of {message.table} shows {shown} on {key}, the disk has {durable}")
            if len(shown) > len(durable):
                self.wrong(f"not durable when a snapshot of {message.table} showed it: {shown} on {key}")

    def _no_hole_card(self, process: int, player: int, key: str, body: bytes, message: Any) -> None:
        """Searches the bytes: a card that lies face down, of which no other copy lies face up, is nowhere in them."""
        table = self.tables.get((process, key, 0)) or self.tables.get((process, key, player))
        dealer = table.shadow.lines.get(DEALER) if table else None
        if table is None or dealer is None or FACE_DOWN not in dealer.cards:
            return
        hole = self._dealt(table.shadow.code, DEALER)[1:2]
        if not hole or any(hole[0].text in line.cards for line in table.shadow.lines.values()):
            return
        if isinstance(message, Happened) and message.n <= table.opened_n:
            return  # of an earlier round, for somebody who comes back
        if b'"%s"' % hole[0].text.encode() in body and not _is_talk(message):
            self.wrong(f"the hole card of {table.shadow.code} is in a message before its time: {body[:300]!r}")


def _is_own_main(bet: Any) -> bool:
    return not bet.behind and bet.spot.endswith("/main") and not bet.golden


def _is_talk(message: Any) -> bool:
    return isinstance(message, Happened) and isinstance(message.what, wire.Said)
