"""All connections of a table: the stream with its tokens, and what passes events on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from webui.connect.addresses import target_of
from webui.connect.changes import Changes
from webui.connect.discord import Discord
from webui.connect.events import TrialData
from webui.connect.faults import UndeliverableError
from webui.connect.history import History
from webui.connect.kept import ConnectMemory, KeptConnect, KeptConnection, Kind
from webui.connect.reporter import Reporter
from webui.connect.tokens import Tokens
from webui.connect.webhook import Webhook, new_secret
from webui.connect.worker import Answer, Receiver, Worker
from webui.i18n import render
from webui.table.snapshot.builder import Snapshot
from webui.table.snapshot.newest import Newest

log = logging.getLogger(__name__)

SCHEMES: Final[Mapping[Kind, tuple[str, ...]]] = {
    "webhook": ("http", "https"),
    "mqtt": ("mqtt", "mqtts"),
    "discord": ("http", "https"),
}

SECRET_ADDRESSES: Final[frozenset[Kind]] = frozenset({"webhook", "discord"})
"""The kinds whose address is itself a secret: whoever knows it may post there."""

SEEN_BY: Final = "players"
"""The role whose snapshots are reported: what it does not see is in no event."""

TOPIC: Final = "clashcam"

ENDING_S: Final = 2.0
"""How long the program waits for its connections to end."""


class Secrets(Protocol):
    """The system's keyring."""

    def keep(self, shown: str, address: str) -> None:
        """Keep a secret by its name, without waiting."""

    def recall(self, shown: str) -> str | None:
        """Return a secret; None if there is none, or the keyring does not open."""

    def forget(self, shown: str) -> None:
        """Forget a secret, without waiting."""


class Sealed(BaseModel):
    """What the keyring holds of a connection."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    address: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """The settings of a connection as the Host gives them; an empty address or secret stays as it is."""

    on: bool
    address: str = ""
    secret: str = ""
    anywhere: bool = False
    user: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """How a connection stands."""

    kind: Kind
    kept: KeptConnection
    has_secret: bool
    locked: bool
    """Whether its secret is not known in this run: the keyring is missing, or was not opened."""
    waiting: int
    lost: int
    answer: Answer | None


class Connections:
    """Switches connections on and off, and keeps what was set. Safe to use from every request thread."""

    def __init__(
        self,
        newest: Newest[Snapshot],
        memory: ConnectMemory,
        keyring: Secrets,
        now: Callable[[], datetime],
        version: str,
    ) -> None:
        """``newest`` holds the snapshots of the role :data:`SEEN_BY`; ``version`` is the program's."""
        self._memory, self._keyring = memory, keyring
        self.history, self.tokens = History(now), Tokens(now)
        self._now, self._program = now, f"Clashcam/{version}"
        changes = Changes(version)
        self._state = changes.hello
        self._reporter = Reporter(newest, changes, self.history)
        self._lock = threading.RLock()
        kept = memory.load()
        self.tokens.restore(kept.tokens)
        self._kept: dict[Kind, KeptConnection] = dict(kept.connections)
        self._sealed: dict[Kind, Sealed] = {}
        self._workers: dict[Kind, Worker] = {}

    def start(self) -> None:
        """Report from now on, and switch on what was on; the keyring, which may ask its owner, is waited for in a
        thread.
        """
        self._reporter.start()
        if any(kept.on or kept.sealed for kept in self._kept.values()):
            threading.Thread(target=self._recall, name="connect-secrets", daemon=True).start()

    def stop(self) -> None:
        """End all connections."""
        self._reporter.stop()
        with self._lock:
            workers, self._workers = list(self._workers.values()), {}
        for worker in workers:
            worker.stop()
        until_s = time.monotonic() + ENDING_S
        for worker in workers:
            worker.stop(max(0.0, until_s - time.monotonic()))

    def _recall(self) -> None:
        for kind, kept in list(self._kept.items()):
            sealed = _unsealed(self._keyring.recall(_entry(kind))) if kept.sealed else Sealed()
            with self._lock:
                if sealed is not None and kind not in self._sealed:
                    self._sealed[kind] = sealed
                    self._restart(kind)

    def overview(self) -> list[Overview]:
        """Return how every kind of connection stands."""
        with self._lock:
            return [self._shown(kind) for kind in get_args(Kind)]

    def _shown(self, kind: Kind) -> Overview:
        kept, worker = self._kept.get(kind, KeptConnection()), self._workers.get(kind)
        sealed = self._sealed.get(kind)
        return Overview(
            kind=kind,
            kept=kept,
            has_secret=bool(sealed and sealed.secret),
            locked=kept.sealed and sealed is None,
            waiting=worker.waiting if worker else 0,
            lost=worker.lost if worker else 0,
            answer=worker.answer if worker else None,
        )

    def make_token(self, name: str, *, commands: bool = False) -> str:
        """Make a token for the stream, and for ``commands`` if it may give them, and keep it.

        :raise webui.connect.tokens.TooManyTokensError: there are enough
        :raise OSError: it cannot be kept
        """
        before = self.tokens.all()
        token = self.tokens.make(name, commands=commands)
        try:
            self._keep()
        except OSError:
            self.tokens.restore(before)  # Nobody was shown it.
            raise
        return token

    def withdraw_token(self, token_id: str) -> None:
        """Let a token hold no longer.

        :raise OSError: that cannot be kept
        """
        self.tokens.withdraw(token_id)
        self._keep()

    def let_command(self, token_id: str, allow: bool) -> None:
        """Let a token give commands, or no more.

        :raise OSError: that cannot be kept; it gives none
        """
        self.tokens.let_command(token_id, allow)
        try:
            self._keep()
        except OSError:
            self.tokens.let_command(token_id, False)
            raise

    def change(self, kind: Kind, change: Change) -> str:
        """Set a connection, and switch it on or off; return a signing secret that was made for it, else nothing.

        :raise UndeliverableError: the address, the secret or the topic does not fit
        :raise OSError: it cannot be kept
        """
        with self._lock:
            before = self._kept.get(kind, KeptConnection())
            if before.sealed and kind not in self._sealed and not (change.address or change.secret):
                self._set_locked(kind, before, change)
                return ""
            kept, sealed = _changed(kind, before, self._sealed.get(kind, Sealed()), change)
            if kept.shown:
                self._receiver(kind, kept, sealed)  # Refuses what does not fit before anything is kept.
            made = sealed.secret if kind == "webhook" and not change.secret else ""
            made = "" if made == self._sealed.get(kind, Sealed()).secret else made
            self._kept[kind], self._sealed[kind] = kept, sealed
            self._keep()
            if kept.sealed:
                self._keyring.keep(_entry(kind), sealed.model_dump_json())
            self._restart(kind)
            return made

    def _set_locked(self, kind: Kind, before: KeptConnection, change: Change) -> None:
        """Switch a connection off whose secret is not known; it cannot be switched on without."""
        if change.on:
            raise UndeliverableError("connect-locked")
        self._kept[kind] = before.model_copy(update={"on": False})
        self._keep()

    def forget(self, kind: Kind) -> None:
        """Switch a connection off, and forget its address and its secrets.

        :raise OSError: that cannot be kept
        """
        with self._lock:
            was = self._kept.pop(kind, KeptConnection())
            self._sealed.pop(kind, None)
            self._keep()
            if was.sealed:
                self._keyring.forget(_entry(kind))
            self._restart(kind)

    def test(self, kind: Kind) -> bool:
        """Send a trial by a connection; return False if it is off."""
        with self._lock:
            worker = self._workers.get(kind)
        if worker is None:
            return False
        state = self._state()
        text = render("connect.trial", None, state.language if state else "en")
        worker.test(self.history.trial(TrialData(text=text)))
        return True

    def _keep(self) -> None:
        with self._lock:
            self._memory.keep(KeptConnect(tokens=self.tokens.all(), connections=self._kept))

    def _restart(self, kind: Kind) -> None:
        """End the worker of a kind, and begin another with what is set now."""
        old = self._workers.pop(kind, None)
        if old is not None:
            self.history.leave(old.take)
            old.stop()
        kept, sealed = self._kept.get(kind), self._sealed.get(kind)
        if kept is None or not kept.on or sealed is None:
            return
        try:
            receiver = self._receiver(kind, kept, sealed)
        except UndeliverableError as fault:
            log.warning("a connection stays off: %s", fault)
            self._kept[kind] = kept.model_copy(update={"on": False})
            return
        worker = Worker(kind, receiver, self._now)
        receiver.watch(worker.nudge)
        self._workers[kind] = worker
        self.history.listen(worker.take)
        worker.start()
        worker.nudge()

    def _receiver(self, kind: Kind, kept: KeptConnection, sealed: Sealed) -> Receiver:
        """Return the other end of a connection.

        :raise UndeliverableError: the address, the secret or the topic does not fit
        """
        target = target_of(sealed.address or kept.shown, SCHEMES[kind])
        if kind == "webhook":
            return Webhook(target, sealed.secret, anywhere=kept.anywhere, program=self._program)
        if kind == "discord":
            return Discord(target, anywhere=kept.anywhere, program=self._program)
        # Imported here: most tables have no broker.
        from webui.connect.mqtt import Mqtt

        return Mqtt(
            target,
            kept.user,
            sealed.secret,
            kept.topic,
            anywhere=kept.anywhere,
            program=self._program,
            state=self._state,
        )


def _changed(
    kind: Kind, before: KeptConnection, sealed: Sealed, change: Change
) -> tuple[KeptConnection, Sealed]:
    """Return a connection's settings and secrets after a change.

    :raise UndeliverableError: the address does not fit
    """
    is_secret = kind in SECRET_ADDRESSES
    address = change.address.strip() or (sealed.address if is_secret else before.shown)
    target = target_of(address, SCHEMES[kind]) if address or change.on else None
    secret = change.secret.strip() or sealed.secret
    if kind == "webhook" and target is not None and not secret:
        secret = new_secret()
    sealed = Sealed(address=address if is_secret else "", secret=secret)
    kept = KeptConnection(
        on=change.on,
        shown=target.origin if target else "",
        anywhere=change.anywhere,
        user=change.user.strip(),
        topic=change.topic.strip() or TOPIC,
        sealed=bool(sealed.address or sealed.secret),
    )
    return kept, sealed


def _entry(kind: Kind) -> str:
    """Return the name of a connection in the keyring."""
    return f"connection {kind}"


def _unsealed(text: str | None) -> Sealed | None:
    try:
        return Sealed.model_validate_json(text) if text else None
    except ValidationError:
        return None
