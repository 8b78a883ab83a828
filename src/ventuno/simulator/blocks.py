"""Work in blocks: each has random words of its own, and their results are added in their order.

The result is therefore the same for one worker or for many. Kernels let go of Python's lock, so
threads are enough to keep every core busy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # done, and of how many


def sizes(total: int, block: int) -> Iterator[tuple[int, int]]:
    """The number and the size of each block."""
    for number in range(-(-total // block)):
        yield number, min(block, total - number * block)


def in_order(
    work: Callable[[int, int], Result], total: int, block: int, workers: int, progress: Progress | None
) -> Iterator[Result]:
    """The results of all blocks, first to last; a few are worked on ahead."""
    pool = ThreadPoolExecutor(workers, thread_name_prefix="simulator")
    pending: deque[tuple[int, Future[Result]]] = deque()
    done = 0
    try:
        ahead = sizes(total, block)
        while True:
            while len(pending) < 2 * workers and (following := next(ahead, None)):
                pending.append((following[1], pool.submit(work, *following)))
            if not pending:
                return
            size, future = pending.popleft()
            yield future.result()
            done += size
            if progress:
                progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
