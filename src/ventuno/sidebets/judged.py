"""A side bet judged on what is gone through, and refused where it looks at anything else."""

from __future__ import annotations

from ventuno.refusal import RefusalRaised
from ventuno.sidebets import FACTS, NotShown, Seen, SideBet


def judged(bet: SideBet, seen: Seen, by: str = "the exact odds") -> str | None:
    """The outcome's name; None where the bet is lost."""
    try:
        outcome = bet.judge(seen)
    except NotShown as hidden:
        raise looks_elsewhere(bet, [hidden.fact], by) from None
    if outcome is not None and outcome not in bet.outcomes:
        raise RefusalRaised(
            "odds/unknown_outcome",
            f"the side bet {bet.key} is judged {outcome!r}, which is none of its outcomes: {', '.join(bet.outcomes)}",
            side_bet=bet.key,
            outcome=outcome,
        )
    return outcome


def looks_elsewhere(bet: SideBet, facts: list[str], by: str = "the exact odds") -> RefusalRaised:
    """For a bet that cannot be worked out: what it looks at that nobody goes through together."""
    what = " and ".join(FACTS[fact] for fact in facts)
    return RefusalRaised(
        "odds/no_solution",
        f"the side bet {bet.key} looks at {what}: {by} cannot go through that for it, so it has no figure here",
        side_bet=bet.key,
        looks_at=facts,
    )
