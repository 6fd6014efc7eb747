"""Reports what happens at the table to the stream, in a thread of its own: the table never waits."""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import Final

from webui.connect.changes import Changes
from webui.connect.history import History
from webui.table.snapshot.builder import Snapshot
from webui.table.snapshot.newest import Newest

log = logging.getLogger(__name__)

WAITING: Final = 500
"""So many snapshots wait at most, the newest: a thread that gets no time for that long has lost some."""


class Reporter:
    """Compares snapshots, and adds what has happened to a history."""

    def __init__(self, newest: Newest[Snapshot], changes: Changes, history: History) -> None:
        """``newest`` holds the snapshot of a role without secrets."""
        self._newest, self._changes, self._history = newest, changes, history
        self._snapshots: deque[Snapshot] = deque(maxlen=WAITING)
        self._is_news = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="reporter", daemon=True)

    def start(self) -> None:
        """Start the thread, with the snapshot that there is."""
        self._newest.subscribe(self._take)
        if self._newest.numbered()[0] > 0:
            self._take()
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopping = True
        self._is_news.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _take(self) -> None:
        """Called by the table's thread after each snapshot: it is put aside, and nothing else is done."""
        self._snapshots.append(self._newest.get())
        self._is_news.set()

    def _run(self) -> None:
        while not self._stopping:
            self._is_news.wait()
            self._is_news.clear()
            while self._snapshots:
                self._report(self._snapshots.popleft())

    def _report(self, snapshot: Snapshot) -> None:
        try:
            happened = self._changes.after(snapshot)
        except Exception:  # Whatever it is, what happens next must be in the stream again.
            log.exception("what happened at the table is not in the stream")
            return
        self._history.add(happened, self._changes.session, self._changes.hello())
