"""A full house: the Host's page, TV, overlay and three phones on one running program, each as a machine of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page

from .conftest import LAPTOP, PHONE, TV

PAGES = (("", LAPTOP), ("screen", TV), ("overlay", TV), ("phone", PHONE), ("phone", PHONE), ("phone", PHONE))

NOTE_WHEN_WHOLE = """new MutationObserver(() => {
    if (document.querySelector("main")) window.whole_ms ??= performance.now();
}).observe(document, { childList: true, subtree: true });"""
"""A live page has a main part as soon as it shows the table's state; its clock begins with the request."""


def visit(context: BrowserContext, address: str) -> float:
    """Open a page; return the seconds from the request until it shows the table's state."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(NOTE_WHEN_WHOLE)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.whole_ms > 0")
    return float(page.evaluate("whole_ms")) / 1000


@contextmanager
def crowd(browser: Browser, url: str) -> Iterator[list[Page]]:
    """Six pages that look on at live frames; none shares a connection or a cache with another."""
    contexts = [browser.new_context(viewport=size) for _, size in PAGES]
    try:
        for context, (path, _) in zip(contexts, PAGES, strict=True):
            visit(context, f"{url}{path}")
        yield [context.pages[0] for context in contexts]
    finally:
        for context in contexts:
            context.close()


def seventh_s(browser: Browser, url: str, path: str = "") -> float:
    """Return how many seconds the page of one more machine takes, which has nothing of it in its cache."""
    context = browser.new_context(viewport=LAPTOP)
    try:
        return visit(context, f"{url}{path}")
    finally:
        context.close()
