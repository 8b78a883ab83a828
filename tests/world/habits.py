"""What a player might do now, from what the client knows: mostly plausible, sometimes not."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.world.client import Place
from ventuno.protocol import commands as do
from ventuno.protocol.messages import Balance, MyHand

OPEN = ("betting", "waiting", "results")
ACTIONS = ("hit", "stand", "double", "split", "free-double", "free-split", "cashback", "surrender", "insure", "fly")


def act(place: Place, balance: Balance, chance: random.Random, hostile: bool) -> list[do.Command]:
    """What comes to mind; often nothing."""
    if hostile and chance.random() < 0.2:
        return [_mischief(place, chance)]
    if chance.random() < 0.03:
        return [do.Say(chance.choice(("ciao", "buona fortuna", "Kd?")))]
    if place.view.phase in OPEN:
        return _bets(place, balance, chance)
    if place.view.phase == "insurance":
        return list(_insurance(place, chance))
    return list(_decisions(place, chance))


# -- betting ------------------------------------------------------------------------------------


def _bets(place: Place, balance: Balance, chance: random.Random) -> list[do.Command]:
    info = place.info
    assert info is not None
    if info.kind == "seated" and chance.random() < 0.25:
        return [_seat(place, chance)]
    roll = chance.random()
    if place.bets.bets and roll < 0.55:
        return [_on_bets(place, chance)]
    if roll > 0.97:
        return [do.Leave()] if chance.random() < 0.3 else [do.ChooseLimits(chance.choice(("1", "2", "low", "")))]
    if not place.bets.bets and roll < 0.2:
        return [do.Deal(chance.choice(("same", "doubled"))) if info.kind == "solo" else do.RepeatBets()]
    return _chip(place, balance, chance)


def _seat(place: Place, chance: random.Random) -> do.Command:
    free = [seat for seat in range(1, 8) if seat not in place.view.seats]
    if place.bets.seats and chance.random() < 0.15:
        return do.GetUp(chance.choice(place.bets.seats))
    if chance.random() < 0.1:
        return do.AllowBehind(chance.random() < 0.7)
    return do.Sit(chance.choice(free or [1]))


def _on_bets(place: Place, chance: random.Random) -> do.Command:
    """With something on the table already."""
    assert place.info is not None
    solo, position = place.info.kind == "solo", int(place.bets.bets[0].spot.partition("/")[0])
    choices: list[do.Command] = [
        do.Undo(), do.DoubleBets(), do.AllSideBets(100), do.BetAll(position, 100), do.ClearBets(),
    ]  # fmt: skip
    choices += [do.Deal("placed")] * 6 if solo else [do.StartNow()]
    if place.info.bet_behind:
        choices.append(do.Follow(position, chance.random() < 0.5, chance.random() < 0.5))
    return chance.choice(choices)


def _chip(place: Place, balance: Balance, chance: random.Random) -> list[do.Command]:
    info = place.info
    assert info is not None
    seated = info.kind == "seated"
    others = [seat for seat in place.view.seats if seat not in place.bets.seats]
    if seated and others and chance.random() < (0.3 if place.bets.seats else 0.8):
        behind = do.BetBehind(
            chance.choice(others), _amount(place, chance), chance.random() < 0.7, chance.random() < 0.7
        )
        return [behind]
    positions = place.bets.seats if seated else range(1, info.positions_per_player + 1)
    if not positions:
        return []
    position = chance.choice(list(positions))
    if balance.golden and info.rules.golden_per_round and chance.random() < 0.4:
        return [do.Bet(f"{position}/main", 0, {chance.choice(sorted(balance.golden)): 1})]
    main = do.Bet(f"{position}/main", _amount(place, chance), all_seats=seated and chance.random() < 0.2)
    sides = [spot for spot in info.side_bets if chance.random() < 0.25]
    return [main, *(do.Bet(f"{position}/{spot.bet}", spot.stake_minor or 100) for spot in sides)]


def _amount(place: Place, chance: random.Random) -> int:
    """From below the least to above the most."""
    least = place.view.limits[0].main_least_minor if place.view.limits else 100
    return chance.choice((least // 2 // 20 * 20 or 20, least, least, least * 2, least * 5, least * 10, least * 40))


# -- deciding -----------------------------------------------------------------------------------


def _insurance(place: Place, chance: random.Random) -> Iterator[do.Command]:
    asked = [hand for hand in place.hands.hands if hand.insured is None and hand.insurance_minor]
    question = place.view.question
    if asked and question:
        position = chance.choice((None, asked[0].position))
        yield do.Insure(question.turn, chance.random() < 0.5, position)


def _decisions(place: Place, chance: random.Random) -> Iterator[do.Command]:
    question = place.view.question
    mine = [hand for hand in place.hands.hands if not hand.behind]
    behind = [hand for hand in place.hands.hands if hand.behind]
    for hand in mine:
        asked = question is not None and (question.position == 0 or question.line == hand.line)
        if asked and question and any(not option.why_not for option in hand.options):
            yield _decide(question.turn, hand, chance)
            return
    if mine and chance.random() < 0.5:
        hand = chance.choice(mine)
        wanted = [option.action for option in hand.options] or list(ACTIONS[:4])
        yield do.DecideEarly(hand.position, hand.line, chance.choice((*wanted, "")))
    elif behind and chance.random() < 0.5:
        yield do.Follow(behind[0].position, chance.random() < 0.5, chance.random() < 0.5)


def _decide(turn: int, hand: MyHand, chance: random.Random) -> do.Command:
    options = [option.action for option in hand.options if not option.why_not]
    rich = [action for action in options if action not in ("hit", "stand")]
    action = chance.choice(rich) if rich and chance.random() < 0.5 else chance.choice(options)
    offer = hand.offer_minor if action == "cashback" else None
    return do.Decide(turn, hand.position, hand.line, action, offer)


def _mischief(place: Place, chance: random.Random) -> do.Command:
    """What is not allowed, or not now, or makes no sense."""
    turn = place.view.question.turn if place.view.question else 0
    return chance.choice(
        (
            do.Bet("1/main", 10**9), do.Bet("9/main", 100), do.Bet("1/nothing", 100), do.Bet("1/main", 33),
            do.Bet("1/main", 0, {500: 900}), do.BetBehind(1, 100), do.Undo(), do.Deal(), do.StartNow(), do.Sit(1),
            do.GetUp(7), do.Insure(turn, True), do.Decide(turn, 1, "1", chance.choice(ACTIONS)),
            do.Decide(max(turn - 1, 0), 1, "1", "hit"), do.Decide(turn, 1, "1", "cashback", 10**6),
            do.DecideEarly(1, "1", chance.choice(ACTIONS)), do.Follow(1, True, True), do.Say("\u202e x"),
        )
    )  # fmt: skip
