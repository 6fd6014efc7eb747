"""Old pictures go once a session, when it begins: those of more earlier sessions than are to keep theirs."""

from __future__ import annotations

import logging
import threading

from webui.storage.faults import StoreError
from webui.storage.store import Store
from webui.storage.upkeep.tidying import prune

log = logging.getLogger(__name__)


class Retention:
    """Follows the session that is played and deletes as is set, in a thread of its own; the table waits for nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._session = ""
        self._thread = threading.Thread()

    def follow(self, session: str, kept: int | None, entries: int) -> None:
        """Take in which session is played, of how many earlier ones the pictures are kept (None: of all), and how many
        entries it has. A session that is gone on with after a restart has begun before.
        """
        if session == self._session:
            return
        is_active = not self._session and entries > 0
        self._session = session
        if kept is not None and not is_active:
            self._thread = threading.Thread(target=self._prune, args=(kept,), name="retention", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait until what is being deleted is gone."""
        if self._thread.is_alive():
            self._thread.join()

    def _prune(self, kept: int) -> None:
        try:
            gone = prune(self._store, newest=kept + 1)
        except StoreError as fault:
            log.warning("old pictures stay: %s", fault)
        else:
            log.info("%d pictures of %d earlier sessions deleted, as is set", gone.pictures, gone.sessions)
