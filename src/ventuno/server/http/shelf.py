"""The games as the lobby presents them; all from the variants."""

from __future__ import annotations

from typing import Final

from ventuno.help.brief import brief
from ventuno.help.words import words_of
from ventuno.languages import LANGUAGES, Language
from ventuno.protocol import http
from ventuno.server.http.call import Call
from ventuno.server.http.routes import Answered, route
from ventuno.server.odds_desk import MainReturns
from ventuno.variant import Variant
from ventuno.variant.model import Published

_WORDS: Final = {language: words_of(language) for language in LANGUAGES}  # read before the first guest asks


@route("GET", "/api/games", needs="nobody", query=http.LanguageQuery, answer=http.GamesNow)
async def games(call: Call) -> Answered:
    """The games that are played here, each with its rule in short and its return."""
    query: http.LanguageQuery = call.query
    desk = call.desks.odds
    shown = (
        _shown(game, variant, desk.main(variant), query.language) for game, variant in call.desks.pit.variants().items()
    )
    return http.GamesNow(tuple(shown))


def _shown(game: str, variant: Variant, worked_out: MainReturns | None, language: Language) -> http.GameShown:
    """The return that was worked out; until then, or where it cannot be, the file's claim, and marked as one."""
    meant = variant.published.get("main")
    rtp, per = (meant.rtp, meant.per) if meant else ("", "")
    if worked_out is not None:
        meant_so = meant or Published(rtp="", strategy="total")
        per, rtp = meant_so.per, f"{100 * worked_out[meant_so.strategy, meant_so.per]:.2f}"
    return http.GameShown(
        game=game,
        name=variant.name,
        kind=variant.table.kind,
        positions=variant.table.positions,
        decks=variant.shoe.decks,
        rule=brief(variant, language),
        side_bets=tuple(variant.side_bets),
        rtp=_WORDS[language].grammar.figures(rtp),
        claimed=bool(rtp) and worked_out is None,
        per=per,
        note=meant.note if meant else "",
    )


ROUTES: Final = (games,)
