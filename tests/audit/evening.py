"""An evening's books: a little of everything that money can do in a round."""

from __future__ import annotations

from tests.audit.pit import Act, Pit
from tests.store.desk import DAY_MS, Desk
from ventuno.bank import GrantGoldenChips, ResettleRound, VoidRound
from ventuno.play import PositionBet

ANNA, BOB = 1, 2  # opened first, so these are their numbers
CHIP = 500


def bet(player: int, main: int = 1_000, *, golden: int = 0, **sides: int) -> PositionBet:
    called = {key.replace("_", "-"): amount for key, amount in sides.items()}
    return PositionBet(position=1, bettor=str(player), main=main, golden=golden, sides=called)


def evening(desk: Desk) -> Desk:
    assert (desk.player("anna", 0), desk.player("bob", 0)) == (ANNA, BOB)
    for player in (ANNA, BOB):
        desk.ok_deposit(player, 100_000)
    desk.ok(GrantGoldenChips, player=ANNA, value_minor=CHIP, count=4, expires_ms=desk.now_ms + DAY_MS)
    shared = Pit(desk, "cashback")
    # Anna splits, doubles one half to 21 (push) and loses the other; Bob loses.
    split = [Act(1, ANNA, "split"), Act(1, BOB, "stand"), Act(1, ANNA, "double", "1a"), Act(1, ANNA, "stand", "1b")]
    shared.play("SPLIT", [bet(ANNA), bet(BOB)], "8h 6d 8c Td 3s Kh Td 5c", split)
    both_stand = [Act(1, ANNA, "stand"), Act(1, BOB, "stand")]
    shared.play("GOLDWIN", [bet(ANNA, 0, golden=CHIP), bet(BOB, 2_000, buster=100)], "Th 9d Tc 8s", both_stand)
    shared.play("GOLDPUSH", [bet(ANNA, 0, golden=CHIP), bet(BOB)], "Th Td Tc Ks", both_stand)
    shared.play("GOLDLOSE", [bet(ANNA, 0, golden=CHIP), bet(BOB)], "Th Td 9c Ks", both_stand)
    insured = [Act(1, ANNA, "decline"), Act(1, BOB, "insure")]
    shared.play("INSURED", [bet(ANNA), bet(BOB)], "9h Ad 9c Kd", insured)
    shared.play("CASHED", [bet(ANNA), bet(BOB)], "9h Td 8c 7d", [Act(1, ANNA, "cashback", price=620), both_stand[1]])
    # Anna wins and Bob does not, with the same stake.
    apart = [Act(1, ANNA, "hit"), Act(1, BOB, "stand"), Act(1, ANNA, "stand")]
    shared.play("APART", [bet(ANNA), bet(BOB)], "9h Td 3c 7d 8s", apart)
    shared.deal("VOID", [bet(ANNA), bet(BOB, 600)], "9h Td 3c 7d")
    desk.ok(VoidRound, round="VOID", reason="a fault of the dealer")
    alone = Pit(desk, "all-bets")
    alone.jackpot()
    alone.play("FED", [bet(BOB, progressive=100)], "9h 7d 9c Td", [Act(1, BOB, "stand")])
    aces = [Act(1, ANNA, "hit"), Act(1, ANNA, "hit"), Act(1, ANNA, "stand")]
    alone.play("JACKPOT", [bet(ANNA, progressive=100)], "Ah 9d Ah 8c Ah Ah", aces)
    alone.play("AFTER", [bet(BOB, progressive=100)], "9h 7d 9c Td", [Act(1, BOB, "stand")])
    seated = Pit(desk, "classic-free-bet")
    behind = PositionBet(position=1, bettor=str(BOB), main=400, behind=True)
    seated.play("BEHIND", [bet(ANNA), behind], "Th 6d 5c Td 2s 8h", [Act(1, ANNA, "stand")])
    desk.ok(ResettleRound, round="APART", returned={BOB: 300}, reason="a look back")
    shared.deal("OPEN", [bet(ANNA), bet(BOB, 1_200, buster=100)], "8h 6d 8c Td", [Act(1, ANNA, "split")])
    return desk
