"""What tables say, for all who are not at them: the lobby, the counts, the regulator, who looks after the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ventuno.protocol import events as happened
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Message, MyResult, Notice
from ventuno.server.voids import AT_TABLE

if TYPE_CHECKING:
    from ventuno.server.alerts import AlertDesk
    from ventuno.server.host import Host
    from ventuno.server.lobby import LobbyDesk
    from ventuno.server.metrics import Metrics
    from ventuno.server.participations import Participations
    from ventuno.server.voids import Voids
    from ventuno.table.port import Alert

TABLE_FAULT: Final = "table/fault"
_IN_LOBBY: Final = (
    happened.RoundOpened,
    happened.BettingClosed,
    happened.RoundEnded,
    happened.RoundVoided,
    happened.SeatChanged,
    happened.CrowdChanged,
    happened.TableClosing,
    happened.TableClosed,
    happened.TableOpened,
    happened.LimitsChanged,
)


class News:
    """Implements `host.Listening`."""

    def __init__(
        self, lobby: LobbyDesk, metrics: Metrics, voids: Voids, participations: Participations, alerts: AlertDesk
    ) -> None:
        self._lobby, self._metrics, self._voids = lobby, metrics, voids
        self._participations, self._alerts = participations, alerts

    def published(self, host: Host, event: AnyEvent) -> None:
        if isinstance(event, _IN_LOBBY):
            self._lobby.changed(host.key)
        if isinstance(event, happened.RoundOpened) and event.code != host.code:
            self._participations.forget(host.code)
            host.code = event.code
        elif isinstance(event, happened.RoundEnded):
            game, original_minor = host.table.info.game, host.table.original_minor
            self._metrics.round_ended(host.key, game, event.staked_minor, event.returned_minor, original_minor)
        elif isinstance(event, happened.RoundVoided):
            self._metrics.voided[host.key] += 1
            self._voids.voided(host.key, event.code)

    def whispered(self, host: Host, players: tuple[int, ...], message: Message) -> None:
        if isinstance(message, MyResult):
            self._metrics.paid(host.table.info.game, message, len(players))
        elif isinstance(message, Notice) and message.code == AT_TABLE:
            self._voids.told(player for player in players if player in host.channel.members)

    def alarmed(self, host: Host, alert: Alert) -> None:
        """A live table that stands still, and a store that is away, last until they are seen to be over."""
        if alert.code.startswith("store/"):
            self._alerts.begins(alert.code, alert.why)
        elif not host.player and host.stands_still:
            self._alerts.begins(TABLE_FAULT, alert.why, host.key)
        else:
            self._alerts.happened(alert.code, alert.why, host.key)
