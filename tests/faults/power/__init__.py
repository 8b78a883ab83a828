"""What a disk may hold after the power went: everything that was synced, and any part of what was not.

    python -m tests.faults.power                     every life on both engines, many moments
    python -m tests.faults.power --seeds 20 --only first,restore

`shim.c` writes down what a process does to its files, `recording.py` runs it and reads that, `disk.py` builds what
the disk could hold at any moment, `lives.py` is what is done (in a process of its own) and `checks.py` what must be
true afterwards. It needs
neither root nor a module of the kernel; with both, dm-log-writes could do the same to a whole device.
"""
