"""WHAT may be played: the Variant, its file, its one-line notation, its digest.

`load` takes whatever a person may call a variant by: a catalog name, a path, a notation.
"""

from ventuno.variant.digest import canonical, digest
from ventuno.variant.faults import Fault, FaultyVariant
from ventuno.variant.file import parse
from ventuno.variant.find import Catalog, catalog, load
from ventuno.variant.model import Variant
from ventuno.variant.notation import from_notation, to_notation

__all__ = [
    "Catalog",
    "Fault",
    "FaultyVariant",
    "Variant",
    "canonical",
    "catalog",
    "digest",
    "from_notation",
    "load",
    "parse",
    "to_notation",
]
