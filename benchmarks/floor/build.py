"""The C programs of the benchmark, compiled where there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(name: str, folder: Path) -> Path:
    """`floor` or `load`, as a program in the folder."""
    made = folder / name
    subprocess.run([str(compiler()), "-O2", "-o", str(made), str(HERE / f"{name}.c")], check=True)
    return made
