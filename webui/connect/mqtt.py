"""MQTT: every event to a topic of a broker, and what home automation needs to discover them."""

from __future__ import annotations

import json
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from webui.connect.addresses import Target, resolve
from webui.connect.events import (
    CameraData,
    CriticalData,
    FumbleData,
    HelloData,
    PauseData,
    Published,
    QuestionData,
    VerdictData,
)
from webui.connect.faults import DeliveryError, UndeliverableError

CONNECT_S: Final = 5.0
ACKNOWLEDGED_S: Final = 5.0
"""How long a broker may take to let us in, and to acknowledge a message."""

KEEPALIVE_S: Final = 30

TOPIC: Final = re.compile(r"[\w.-]+(/[\w.-]+){0,7}", re.ASCII)
LONGEST_TOPIC: Final = 100

LASTING: Final = frozenset({CameraData.event, QuestionData.event, PauseData.event})
"""The events of which a broker keeps the newest for whoever subscribes later: they are states."""

MOMENTS: Final = (VerdictData.event, CriticalData.event, FumbleData.event)
"""The events that home automation takes for triggers."""

DISCOVERY: Final = "homeassistant"


def checked_topic(topic: str) -> str:
    """Return a topic below which ours may lie.

    :raise UndeliverableError: it is none
    """
    if len(topic) > LONGEST_TOPIC or not TOPIC.fullmatch(topic):
        raise UndeliverableError("connect-topic")
    return topic


class Mqtt:
    """Publishes events below a topic, at least once each (QoS 1)."""

    kinds: frozenset[str] | None = None

    def __init__(
        self,
        target: Target,
        user: str,
        password: str,
        topic: str,
        *,
        anywhere: bool,
        program: str,
        state: Callable[[], HelloData | None],
    ) -> None:
        """``state`` returns how the table stands, for a broker that has just let us in.

        :raise UndeliverableError: the topic is none
        """
        self._target, self._user, self._password = target, user, password
        self._topic = checked_topic(topic)
        self._anywhere, self._program, self._state = anywhere, program, state
        self._client: paho.Client | None = None
        self._on_lost: Callable[[], None] = lambda: None

    def deliver(self, event: Published) -> str:
        """See :class:`~webui.connect.worker.Receiver`."""
        self._connect()
        self._put(f"{self._topic}/{event.event}", event.text, keep=event.event in LASTING)
        if event.event in MOMENTS:
            moment = {"event_type": event.event, **event.data.model_dump(include={"throw", "seat", "name"})}
            self._put(f"{self._topic}/happened", json.dumps(moment))
        return "ok"

    def watch(self, on_lost: Callable[[], None]) -> None:
        """See :class:`~webui.connect.worker.Receiver`."""
        self._on_lost = on_lost

    def keep_up(self) -> str:
        """Connect again once the broker has gone; see :class:`~webui.connect.worker.Receiver`."""
        self._connect()
        return "ok"

    def close(self) -> None:
        """Say that the table is gone, and end the connection."""
        client, self._client = self._client, None
        if client is not None:
            client.on_disconnect = None
            if client.is_connected():
                last = client.publish(f"{self._topic}/availability", "offline", qos=1, retain=True)
                _await(last)
            client.disconnect()
            client.loop_stop()

    def _connect(self) -> None:
        if self._client is not None and self._client.is_connected():
            return
        self._drop()
        let_in, answer = threading.Event(), _Entry()
        client = self._made()

        def on_connect(
            _client: object, _data: object, _flags: object, code: ReasonCode, _properties: object
        ) -> None:
            answer.refusal = str(code) if code.is_failure else ""
            let_in.set()

        client.on_connect = on_connect
        # By the checked address; with TLS by the name, which its certificate has to bear.
        numeric = resolve(self._target, self._anywhere)
        try:
            client.connect(
                self._target.host if self._target.secure else numeric, self._target.port, KEEPALIVE_S
            )
        except ssl.SSLError as fault:
            raise DeliveryError("connect-tls", why=fault.reason or type(fault).__name__) from None
        except TimeoutError:
            raise DeliveryError("connect-slow") from None
        except OSError as fault:
            raise DeliveryError("connect-unreached", why=fault.strerror or type(fault).__name__) from None
        client.loop_start()
        self._client = client
        if not let_in.wait(CONNECT_S):
            self._drop()
            raise DeliveryError("connect-slow")
        if answer.refusal:
            self._drop()
            raise DeliveryError("connect-mqtt-refused", why=answer.refusal)
        client.on_disconnect = lambda *_: self._on_lost()
        self._introduce()

    def _made(self) -> paho.Client:
        client = paho.Client(CallbackAPIVersion.VERSION2, reconnect_on_failure=False)
        client.connect_timeout = CONNECT_S
        client.will_set(f"{self._topic}/availability", "offline", qos=1, retain=True)
        if self._user:
            client.username_pw_set(self._user, self._password or None)
        if self._target.secure:
            client.tls_set_context(ssl.create_default_context())
        return client

    def _drop(self) -> None:
        """Forget a connection that is of no use any more."""
        client, self._client = self._client, None
        if client is not None:
            client.on_disconnect = None
            client.disconnect()
            client.loop_stop()

    def _introduce(self) -> None:
        """Publish what a subscriber needs before the first event: that we are there, and how camera, question and
        pause stand, since those of an earlier run are still kept by the broker."""
        for topic, config in self._discovered():
            self._put(topic, json.dumps(config), keep=True)
        state = self._state()
        if state is not None:
            waiting = QuestionData(waiting=state.phase == "question")
            for data in (state.camera, waiting, PauseData(on=state.paused)):
                document = {"event": data.event, "data": data.model_dump()}
                self._put(f"{self._topic}/{data.event}", json.dumps(document), keep=True)
        self._put(f"{self._topic}/availability", "online", keep=True)

    def _discovered(self) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the topics and messages by which Home Assistant discovers the table."""
        node = "clashcam_" + re.sub(r"\W", "_", self._topic, flags=re.ASCII)
        device = {"identifiers": [node], "name": "Clashcam", "sw_version": self._program}
        named: tuple[tuple[str, str, dict[str, object]], ...] = (
            ("event", "happened", {"name": "Throw", "event_types": list(MOMENTS)}),
            ("sensor", "verdict", {"name": "Verdict", "value_template": "{{ value_json.data.title[:255] }}"}),
            ("binary_sensor", "camera", {
                "name": "Camera", "device_class": "problem",
                "value_template": "{{ 'OFF' if value_json.data.ok else 'ON' }}",
            }),
            ("binary_sensor", "question", {
                "name": "Question", "value_template": "{{ 'ON' if value_json.data.waiting else 'OFF' }}",
            }),
        )  # fmt: skip
        for component, name, config in named:
            shared = {
                "unique_id": f"{node}_{name}",
                "state_topic": f"{self._topic}/{name}",
                "availability_topic": f"{self._topic}/availability",
                "device": device,
            }
            yield f"{DISCOVERY}/{component}/{node}/{name}/config", config | shared

    def _put(self, topic: str, text: str, *, keep: bool = False) -> None:
        """Publish a message, and wait until the broker has acknowledged it.

        :raise DeliveryError: it has not
        """
        client = self._client
        if client is None or not _await(client.publish(topic, text, qos=1, retain=keep)):
            self._drop()
            raise DeliveryError("connect-mqtt-lost")


class _Entry:
    """What the broker says to who comes in: why not, or nothing."""

    refusal = ""


def _await(message: paho.MQTTMessageInfo) -> bool:
    """Return whether a message is acknowledged in time."""
    try:
        message.wait_for_publish(ACKNOWLEDGED_S)
    except (RuntimeError, ValueError):
        return False
    return bool(message.is_published())
