"""A window made slow, as on a weak or busy machine: what was written for a quick one shows itself.

``CLASHCAM_SLOW_BROWSER=10 pytest tests/browser`` slows every window's script and drawing down ten times, and each of
its requests by ten times 20 ms.
"""

from __future__ import annotations

import os
from typing import Final

from playwright.sync_api import Page

VARIABLE: Final = "CLASHCAM_SLOW_BROWSER"
LATENCY_MS: Final = 20


def slowed(page: Page) -> Page:
    """Slow a window down by as much as the environment asks for; without that leave it as it is."""
    rate = float(os.environ.get(VARIABLE, 1))
    if rate > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        latency = {"latency": rate * LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", {"offline": False, **latency})
    return page
