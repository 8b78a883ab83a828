"""Reads the `[[tables]]` of a settings file and reports every fault they have, each with its line.

    [[tables]]
    key = "classic-one"
    variant = "classic-free-bet"
    name = { it = "Sala Verdi", en = "The Verdi Room" }
    times = { betting_ms = 12000 }

Other sections of the file are somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ventuno.refusal import RefusalRaised
from ventuno.table.config import TableConfig
from ventuno.table.config_meaning import faults_of_config, faults_of_keys
from ventuno.variant import Fault, Variant, load
from ventuno.variant.shape import Shape, read_toml, with_lines

PLACE = "tables"
Find = Callable[[str], Variant]


class FaultyTables(RefusalRaised):
    """Tables that cannot be opened, with everything that is wrong with them."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(
            "tables/faulty",
            f"{source} has {count}: " + "; ".join(map(str, faults)),
            source=source,
            faults=[{"line": fault.line, "place": fault.place, "why": fault.why} for fault in faults],
        )


def read_tables(text: str, source: str = "the settings", find: Find = load) -> tuple[TableConfig, ...]:
    """The tables that a file's text says (none, where it names none), or `FaultyTables`."""
    raw = read_toml(text)
    if isinstance(raw, Fault):
        raise FaultyTables(source, [raw])
    shape = Shape()
    configs = _configs(shape, raw.get(PLACE, []))
    faults = list(shape.faults)
    for place, config in configs.items():
        faults += _faults(place, config, find)
    if faults := faults + faults_of_keys(configs):
        raise FaultyTables(source, with_lines(faults, text))
    return tuple(configs.values())


def _configs(shape: Shape, raw: Any) -> dict[str, TableConfig]:
    """By their place in the file."""
    if not isinstance(raw, list):
        shape.fault(PLACE, "expected a list of tables: write [[tables]] above each")
        return {}
    found = {}
    for number, one in enumerate(raw, 1):
        if isinstance(one, dict):
            found[f"{PLACE}[{number}]"] = _config(shape, _with_names(one), number)
        else:
            shape.fault(f"{PLACE}[{number}]", "expected a table: write [[tables]] above its settings")
    return found


def _config(shape: Shape, raw: dict[str, Any], number: int) -> TableConfig:
    """The settings whose shape is sound, so that a wrong one does not hide what else is wrong."""
    place = f"{PLACE}[{number}]"
    read = shape.fields(TableConfig, raw, place)
    if read.get("variant") == "":
        shape.fault(f"{place}.variant", "names no game: write a name of the catalog, or a path")
    wrong = {fault.place.removeprefix(f"{place}.").partition(".")[0].partition("[")[0] for fault in shape.faults}
    sound = {name: value for name, value in read.items() if name not in wrong}
    return TableConfig(**{"key": f"table-{number}", "variant": "", **sound})


def _with_names(raw: dict[str, Any]) -> dict[str, Any]:
    """A plain text is the name in the table's own language, which stands for every other."""
    if isinstance(raw.get("name"), str):
        return {**raw, "name": {str(raw.get("language", "it")): raw["name"]}}
    return raw


def _faults(place: str, config: TableConfig, find: Find) -> list[Fault]:
    if not config.variant:
        return faults_of_config(config, None, place)
    try:
        variant = find(config.variant)
    except RefusalRaised as refused:
        return [Fault(f"{place}.variant", refused.refusal.why), *faults_of_config(config, None, place)]
    return faults_of_config(config, variant, place)
