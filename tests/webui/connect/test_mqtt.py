"""MQTT against a real broker: topics, what lasts, discovery; and a broker that is killed and comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import paho.mqtt.client as paho
import pytest

from tests.webui.connect.receivers import Broker, event_of, now, until, verdict
from webui.connect import worker
from webui.connect.addresses import target_of
from webui.connect.events import CameraData, CriticalData, HelloData
from webui.connect.faults import DeliveryError, UndeliverableError
from webui.connect.mqtt import Mqtt, checked_topic
from webui.connect.worker import Worker

CAMERA = CameraData(ok=True, state="live", kind="camera", text="")
HELLO = HelloData(
    program="0.0",
    language="en",
    session_name="",
    phase="empty",
    throw=1,
    round=None,
    paused=False,
    camera=CAMERA,
)


def receiver(broker: Broker, password: str = "", anywhere: bool = False, url: str = "") -> Mqtt:
    target = target_of(url or broker.url, ("mqtt", "mqtts"))
    user = "ann" if password else ""
    return Mqtt(
        target, user, password, "home/table", anywhere=anywhere, program="Clashcam/0.0", state=lambda: HELLO
    )


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Worker]]:
    monkeypatch.setattr(worker, "FIRST_WAIT_S", 0.05)
    begun: list[Worker] = []
    yield begun
    for each in begun:
        each.stop(5)


def begin(begun: list[Worker], mqtt: Mqtt) -> Worker:
    publishing = Worker("mqtt", mqtt, now)
    mqtt.watch(publishing.nudge)
    begun.append(publishing)
    publishing.start()
    publishing.nudge()
    return publishing


def test_a_verdict_and_a_critical_have_topics_of_their_own(tmp_path: Path, begun: list[Worker]) -> None:
    with Broker(tmp_path) as broker:
        publishing = begin(begun, receiver(broker))
        event = verdict()
        publishing.take(event)
        publishing.take(
            event_of(
                CriticalData(throw=1, seat="ann", name="Ann", text="!", card=None, card_name=None, value=None)
            )
        )
        until(lambda: broker.texts("home/table/critical"))
        assert broker.texts("home/table/verdict") == [event.text]
        until(lambda: len(broker.texts("home/table/happened")) == 2)
        happened = [json.loads(text)["event_type"] for text in broker.texts("home/table/happened")]
        assert happened == ["verdict", "critical"]


def test_home_automation_discovers_the_table_and_knows_the_camera(
    tmp_path: Path, begun: list[Worker]
) -> None:
    with Broker(tmp_path) as broker:
        begin(begun, receiver(broker))
        until(lambda: broker.texts("home/table/availability") == ["online"])
        configs = {
            topic: json.loads(text) for topic, text, _ in broker.heard if topic.startswith("homeassistant/")
        }
        assert len(configs) == 4
        events = configs["homeassistant/event/clashcam_home_table/happened/config"]
        assert events["event_types"] == ["verdict", "critical", "fumble"]
        assert events["state_topic"] == "home/table/happened"
        assert json.loads(broker.texts("home/table/camera")[0])["data"]["ok"] is True
        assert json.loads(broker.texts("home/table/question")[0])["data"] == {"waiting": False}
        assert json.loads(broker.texts("home/table/pause")[0])["data"] == {"on": False}


def test_states_last_for_whoever_subscribes_later_and_moments_do_not(
    tmp_path: Path, begun: list[Worker]
) -> None:
    with Broker(tmp_path) as broker:
        publishing = begin(begun, receiver(broker))
        publishing.take(verdict())
        publishing.take(event_of(CAMERA.model_copy(update={"ok": False, "state": "lost"})))
        until(lambda: len(broker.texts("home/table/camera")) == 2)
        late = Late(broker)
        until(lambda: len(late.topics()) >= 6)
        assert "home/table/verdict" not in late.topics()
        assert {"home/table/camera", "home/table/availability"} <= late.topics()
        assert json.loads(late.text("home/table/camera"))["data"]["state"] == "lost"
        late.leave()


class Late:
    """One who subscribes when all has happened."""

    def __init__(self, broker: Broker) -> None:
        self._heard: dict[str, str] = {}
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self._client.on_message = self._note
        self._client.connect("127.0.0.1", broker.port)
        self._client.subscribe("#")
        self._client.loop_start()

    def topics(self) -> set[str]:
        return set(self._heard)

    def text(self, topic: str) -> str:
        return self._heard[topic]

    def _note(self, _client: object, _data: object, message: paho.MQTTMessage) -> None:
        self._heard[message.topic] = message.payload.decode()

    def leave(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def test_a_broker_that_is_killed_and_comes_back_gets_what_happened_meanwhile(
    tmp_path: Path, begun: list[Worker]
) -> None:
    broker = Broker(tmp_path)
    with broker:
        publishing = begin(begun, receiver(broker))
        publishing.take(verdict(1))
        until(lambda: broker.texts("home/table/verdict"))
    events = [verdict(throw) for throw in (2, 3, 4)]
    for event in events:
        publishing.take(event)
    until(lambda: publishing.answer and publishing.answer.fault)
    broker.heard.clear()
    with broker:
        until(lambda: len(broker.texts("home/table/verdict")) == 3, lambda: broker.heard)
        assert broker.texts("home/table/verdict") == [event.text for event in events]
        until(lambda: not publishing.waiting)
        assert publishing.lost == 0


def test_while_nothing_happens_too_a_broker_that_comes_back_sees_the_table(
    tmp_path: Path, begun: list[Worker]
) -> None:
    broker = Broker(tmp_path)
    with broker:
        begin(begun, receiver(broker))
        until(lambda: "online" in broker.texts("home/table/availability"))
    broker.heard.clear()
    with broker:
        until(lambda: "online" in broker.texts("home/table/availability"))


def test_at_the_end_the_table_is_offline(tmp_path: Path, begun: list[Worker]) -> None:
    with Broker(tmp_path) as broker:
        publishing = begin(begun, receiver(broker))
        until(lambda: "online" in broker.texts("home/table/availability"))
        publishing.stop(10)
        until(lambda: broker.texts("home/table/availability")[-1] == "offline")


def test_a_wrong_password_is_said_and_quoted_nowhere(tmp_path: Path, begun: list[Worker]) -> None:
    with Broker(tmp_path, "right") as broker:
        publishing = begin(begun, receiver(broker, "wr0ng"))
        until(lambda: publishing.answer)
        assert publishing.answer is not None
        assert isinstance(publishing.answer.fault, DeliveryError)
        assert publishing.answer.fault.code == "connect-mqtt-refused"
        assert "wr0ng" not in str(publishing.answer.fault)
        publishing.stop(10)
        again = begin(begun, receiver(broker, "right"))
        again.take(verdict())
        until(lambda: broker.texts("home/table/verdict"))


def test_a_broker_outside_of_the_own_network_is_not_called(tmp_path: Path, begun: list[Worker]) -> None:
    broker = Broker(tmp_path)
    publishing = begin(begun, receiver(broker, url="mqtt://93.184.216.34"))
    publishing.take(verdict())
    until(lambda: publishing.answer)
    assert publishing.answer is not None
    assert isinstance(publishing.answer.fault, UndeliverableError)


@pytest.mark.parametrize("topic", ["", "#", "a/+/b", "a//b", "/a", "a/", "a b", "a\nb", "$SYS/a", "x" * 101])
def test_what_is_no_topic_is_refused(topic: str) -> None:
    with pytest.raises(UndeliverableError):
        checked_topic(topic)


def test_a_topic_may_have_levels() -> None:
    assert checked_topic("home/table_1.x-y") == "home/table_1.x-y"
