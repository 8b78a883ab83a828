"""The cashier (A8): money in and out through one interface that a real provider can implement.

What is to be done is durable before the provider is asked, and what it answered is durable before
anything follows from it (`bank/transfers.py` has the states). An answer that never came is asked for again,
with the same key, until it is known. So whoever dies, at whatever moment, both books agree in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, Protocol, get_args

import msgspec

from ventuno.bank import AskDeposit, AskWithdrawal, HearProvider, Transfer
from ventuno.bank.care import rolled_care
from ventuno.bank.records import OrderKind
from ventuno.bank.transfers import OPEN, Order, order_for, refusal_of_collecting
from ventuno.refusal import Refusal
from ventuno.store.history import care_of, purse_of
from ventuno.store.ledger import Ledger
from ventuno.store.transfers import transfer_of

MOST_STEPS: Final = 3  # collect, refund, and one to spare


class ProviderAnswer(msgspec.Struct, frozen=True):
    """What a provider knows of an order. `done` and `refused` are final; `pending`: it will know later;
    `unknown`: it has not heard of the order, which may still be on its way."""

    state: Literal["done", "refused", "pending", "unknown"]
    code: str = ""  # of a refusal
    why: str = ""


DONE: Final = ProviderAnswer("done")
PENDING: Final = ProviderAnswer("pending")
UNKNOWN: Final = ProviderAnswer("unknown")


class Provider(Protocol):
    """Whoever moves money outside. What it must promise:

    - The same key is the same order: it is carried out once at most, however often it is sent, and a
      final answer never changes.
    - A refund gives back what the order named in `of` collected.
    - After `cancel` an order that was not carried out never will be, also where it comes later.

    An exception is no answer: the order may or may not have arrived, and is asked after again. It is
    called from several threads, and ends a call that hangs by itself.
    """

    name: str  # written with every transfer: a house that changes its provider asks no other one after it

    def send(self, order: Order) -> ProviderAnswer:
        """Carries it out, or says what became of it."""

    def status(self, key: str) -> ProviderAnswer:
        """What became of an order; carries nothing out."""

    def cancel(self, key: str) -> ProviderAnswer:
        """Refuses an order that was not carried out, now and for good; otherwise what became of it."""


class PlayMoney:
    """The default: says yes to everything, at once."""

    name = ""

    def send(self, order: Order) -> ProviderAnswer:
        return DONE

    def status(self, key: str) -> ProviderAnswer:
        return DONE

    def cancel(self, key: str) -> ProviderAnswer:
        return DONE


Asked = AskDeposit | AskWithdrawal
Trouble = Callable[[str, str, str], None]  # the transfer, a code, a sentence: for people to look at


def _nobody(transfer: str, code: str, why: str) -> None:
    """Where nobody listens."""


class Cashier:
    """Waits for the provider and for the ledger: not for a loop's thread. Any number may work on one transfer."""

    def __init__(
        self, ledger: Ledger, provider: Provider, now_ms: Callable[[], int], trouble: Trouble = _nobody
    ) -> None:
        self._ledger = ledger
        self._provider = provider
        self._now_ms = now_ms
        self._trouble = trouble

    def move(self, asked: Asked) -> Transfer | Refusal:
        """All of it: the bank, the provider, the bank again; as far as it goes at the moment."""
        outcome = self._ledger.execute(of_provider(asked, self._provider))
        return outcome if isinstance(outcome, Refusal) else self.go_on(asked.key, fresh=not outcome.again)

    def go_on(self, key: str, *, fresh: bool = False) -> Transfer | Refusal:
        """Does what is to be done, and asks after what may have been done already: if it is fresh, nothing."""
        transfer = transfer_of(self._ledger, key)
        if transfer is None:
            return _unknown(key)
        for _ in range(MOST_STEPS):
            order = self._order_for(transfer)
            answer = self._ask(order, transfer, fresh) if order else PENDING
            if order is None or answer.state not in ("done", "refused"):
                break
            heard = self._hear(order.kind, transfer, answer)
            if isinstance(heard, Refusal):
                break
            transfer, fresh = heard, True
        return transfer

    def notify(self, order: str, answer: ProviderAnswer) -> Transfer | Refusal:
        """The provider says by itself what became of an order, late perhaps, or twice."""
        kind, _, key = order.partition("/")
        transfer = transfer_of(self._ledger, key)
        if transfer is None or kind not in get_args(OrderKind) or transfer.provider != self._provider.name:
            refusal = _unknown(order)
            self._trouble(key, refusal.code, refusal.why)
            return refusal
        if answer.state in ("done", "refused"):
            heard = self._hear(kind, transfer, answer)  # type: ignore[arg-type]
            if isinstance(heard, Refusal):
                return heard
        return self.go_on(key)

    def _order_for(self, transfer: Transfer) -> Order | None:
        if transfer.provider == self._provider.name:
            return order_for(transfer)
        if transfer.state in OPEN:
            why = f"{transfer.key} is with the provider {transfer.provider!r}, which this house does not have"
            self._trouble(transfer.key, "cashier/other_provider", why)
        return None

    def _ask(self, order: Order, transfer: Transfer, fresh: bool) -> ProviderAnswer:
        try:
            answer = UNKNOWN if fresh else self._provider.status(order.key)
            if answer.state == "unknown":
                welcome = self._still_welcome(transfer)
                answer = self._provider.send(order) if welcome else self._provider.cancel(order.key)
        except Exception as error:
            self._trouble(transfer.key, "cashier/no_answer", f"{order.key}: {type(error).__name__}")
            return PENDING
        if isinstance(answer, ProviderAnswer):
            return answer
        self._trouble(transfer.key, "cashier/no_answer", f"{order.key}: {answer!r:.100} is no answer")
        return PENDING

    def _still_welcome(self, transfer: Transfer) -> bool:
        """What was asked a while ago is not collected from who may not bring it in any more (A9): it may have
        waited its turn, or for the provider to come back."""
        if transfer.kind != "deposit" or transfer.state != "asked":
            return True
        purse, now_ms, rules = purse_of(self._ledger, transfer.player), self._now_ms(), self._ledger.rules
        assert purse is not None
        care = rolled_care(care_of(self._ledger, transfer.player), purse, now_ms, rules)
        return refusal_of_collecting(care, purse, transfer.amount_minor, now_ms, rules) is None

    def _hear(self, kind: OrderKind, transfer: Transfer, answer: ProviderAnswer) -> Transfer | Refusal:
        heard = HearProvider(
            key=f"heard/{kind}/{answer.state}/{transfer.key}",
            at_ms=self._now_ms(),
            transfer=transfer.key,
            player=transfer.player,
            order=kind,
            answer="done" if answer.state == "done" else "refused",
            said=(answer.code, answer.why),
        )
        outcome = self._ledger.execute(heard)
        if isinstance(outcome, Refusal):
            self._trouble(transfer.key, outcome.code, outcome.why)
            return outcome
        found = transfer_of(self._ledger, transfer.key)
        assert found is not None
        return found


def of_provider(asked: Asked, provider: Provider) -> Asked:
    return msgspec.structs.replace(asked, provider=provider.name)


def _unknown(key: str) -> Refusal:
    return Refusal("cashier/unknown", f"there is no transfer {key[:128]!r}")


def refusal_of(transfer: Transfer) -> Refusal | None:
    """What its player is told, whenever they ask with its key; None: it is done, or on its way."""
    if transfer.state in ("refunding", "refunded"):
        because = transfer.why or "it came too late"
        why = f"{because}: what was collected goes back to where it came from; use a new key for another deposit"
        return Refusal("cashier/refunded", why, {"because": transfer.code})
    if transfer.state in ("refused", "returned"):
        return Refusal(transfer.code, transfer.why)
    return None
