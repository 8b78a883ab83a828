"""What a process has used, from /proc: seconds of CPU over all its threads, and memory."""

from __future__ import annotations

import os
from pathlib import Path

TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """User and system time, in steps of the kernel's clock tick (10 ms): measure for a second or more."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def memory_kb(pid: int) -> int:
    """Resident memory (what the kernel holds for the sockets themselves is not in it)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ValueError(f"process {pid} shows no memory")
