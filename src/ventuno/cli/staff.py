"""`ventuno staff`: the house's people, from the machine it runs on."""

from __future__ import annotations

import argparse
import secrets
import time
from typing import Any, get_args

from ventuno.bank import BankCommand, Person, SetRole
from ventuno.bank.commands import ForgetFactor
from ventuno.bank.records import Role
from ventuno.cli.where import add_store, opened, store_of
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.store import Ledger
from ventuno.store.factors import factor_of
from ventuno.store.history import person_named
from ventuno.store.people import staff
from ventuno.store.sessions import register


def add(commands: Any) -> None:
    command = commands.add_parser(
        "staff",
        help="the house's people: who they are, new ones, roles, lost second factors",
        description="Lists operators and supervisors; opens an account for a new one, changes a role, or takes a lost "
        "second factor away. Everything is in the audit log.",
    )
    add_store(command)
    one = command.add_mutually_exclusive_group()
    one.add_argument("--open", nargs=2, metavar=("NAME", "ROLE"), help="a new account; its password is shown once")
    one.add_argument("--role", nargs=2, metavar=("NAME", "ROLE"), help="player, operator or supervisor")
    one.add_argument("--reset-factor", metavar="NAME", help="they sign in with the password alone, and enrol anew")
    command.add_argument(
        "--reason", default="by the command line", help="of --role and --reset-factor, for the audit log"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    with opened(store_of(arguments)) as ledger:
        if arguments.open:
            _open(ledger, *arguments.open)
        elif arguments.role:
            name, role = arguments.role
            common = {**_common(), "player": _found(ledger, name).number, "reason": arguments.reason}
            _do(ledger, SetRole(**common, role=_role(role)))
            print(f"{name} is a {role} from now on, and signs in again.")
        elif arguments.reset_factor:
            found = _found(ledger, arguments.reset_factor)
            _do(ledger, ForgetFactor(**_common(), player=found.number, reason=arguments.reason))
            print(f"{found.name} has no second factor any more, and signs in again.")
        else:
            _list(ledger)
    return 0


def _common() -> dict[str, Any]:
    return {"key": f"staff/{secrets.token_hex(12)}", "at_ms": int(time.time() * 1000)}


def _role(text: str) -> Role:
    if text not in get_args(Role):
        raise RefusalRaised("account/bad_role", f"{text!r} is no role: {', '.join(get_args(Role))}")
    return text  # type: ignore[return-value]


def _found(ledger: Ledger, name: str) -> Person:
    found = person_named(ledger, name)
    if found is None:
        raise RefusalRaised("player/unknown", f"there is nobody called {name!r}")
    return found


def _do(ledger: Ledger, command: BankCommand) -> None:
    _raised(ledger.execute(command))


def _raised(outcome: Any) -> None:
    if isinstance(outcome, Refusal):
        raise RefusalRaised(outcome.code, outcome.why, **outcome.data)


def _open(ledger: Ledger, name: str, role: str) -> None:
    password = secrets.token_urlsafe(12)
    _raised(register(ledger, **_common(), name=name, password=password, currency="EUR", role=_role(role)))
    print(f"{name}: the password is {password} (shown this once)")


def _list(ledger: Ledger) -> None:
    people = staff(ledger)
    for one in people:
        factor = "second factor" if factor_of(ledger, one.number) else "no second factor"
        print(f"{one.number:>6}  {one.role:<10}  {one.name}  ({factor})")
    if not people:
        print("Nobody works in this house yet.")
