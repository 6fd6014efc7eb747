"""Waiting for what a page comes to show, where Playwright's own ``expect`` has no word for it."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from types import TracebackType
from typing import Final

from playwright.sync_api import Page

PATIENCE_MS: Final = 30_000
"""A loaded machine takes its time to load a page anew."""

PAUSE_MS: Final = 30


class Attempt:
    """One look at the page: an assertion that fails is forgiven while there is time for another."""

    def __init__(self, last: bool) -> None:
        self.held = False
        self._last = last

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None
    ) -> bool:
        self.held = fault is None
        return isinstance(fault, AssertionError) and not self._last


def attempts(page: Page) -> Iterator[Attempt]:
    """Look again and again until what is asserted holds: ``for attempt in attempts(page): with attempt: assert ...``.

    After the last attempt the assertion fails as any other does, and says what stood there then.
    """
    until_s = monotonic() + PATIENCE_MS / 1000
    attempt = Attempt(last=False)
    while not attempt.held:
        attempt = Attempt(last=monotonic() > until_s)
        yield attempt
        if not attempt.held:
            page.wait_for_timeout(PAUSE_MS)
