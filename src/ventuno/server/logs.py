"""Log lines: one JSON object each, on standard error. Never a token, a password or a card that is not shown."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, Final

import msgspec

_log: Final = logging.getLogger("ventuno")
# Of bytes that are no HTTP, aiohttp would print a traceback each: anybody could fill the disk.
_LEVELS: Final = {"asyncio": "WARNING", "aiohttp": "CRITICAL"}
_encode: Final = msgspec.json.Encoder(enc_hook=str).encode


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = self.formatException(record.exc_info)
        return _encode(line).decode()


def write_to_standard_error(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("ventuno", "asyncio", "aiohttp"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(_LEVELS.get(name) or level.upper())


def info(what: str, **fields: Any) -> None:
    _log.info(what, extra={"fields": fields})


def warning(what: str, **fields: Any) -> None:
    _log.warning(what, extra={"fields": fields})


def fault(what: str, error: BaseException, **fields: Any) -> None:
    """With where it happened. Tables are sans-IO and hold cards: values of variables are never printed."""
    _log.error(what, exc_info=(type(error), error, error.__traceback__), extra={"fields": fields})
