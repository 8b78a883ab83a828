"""The games as the lobby presents them; all from the variants."""

from __future__ import annotations

from ventuno.help.brief import brief
from ventuno.help.languages import LANGUAGES
from ventuno.help.words import Language
from ventuno.protocol import http
from ventuno.server.http.call import Call
from ventuno.server.http.routes import Answered, route
from ventuno.variant import Variant


def _variants(call: Call) -> dict[str, Variant]:
    """Of the tables there are, in the order of the lobby; each game once."""
    return {kind.info.game: kind.variant for kind in call.house.kinds.values()}


@route("GET", "/api/games", needs="nobody", query=http.LanguageQuery, answer=http.GamesNow)
async def games(call: Call) -> Answered:
    """The games that are played here, each with its rule in short and its return."""
    query: http.LanguageQuery = call.query
    return http.GamesNow(tuple(_shown(game, variant, query.language) for game, variant in _variants(call).items()))


def _shown(game: str, variant: Variant, language: Language) -> http.GameShown:
    main = variant.published.get("main")
    return http.GameShown(
        game=game,
        name=variant.name,
        kind=variant.table.kind,
        positions=variant.table.positions,
        decks=variant.shoe.decks,
        rule=brief(variant, language),
        side_bets=tuple(variant.side_bets),
        rtp=LANGUAGES[language].grammar.figures(main.rtp) if main else "",
        per=main.per if main else "",
        note=main.note if main else "",
    )
