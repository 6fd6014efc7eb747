"""Discord: a verdict is a message, judged again the message changes, and nobody is mentioned."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.webui.connect.receivers import Web, event_of, verdict
from webui.connect.addresses import target_of
from webui.connect.discord import Discord
from webui.connect.events import PartData, PauseData, TrialData, VerdictData


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as opened:
        yield opened


@pytest.fixture
def discord(web: Web) -> Discord:
    target = target_of(f"{web.url}/api/webhooks/7/secret", ("http",))
    return Discord(target, anywhere=False, program="Clashcam/0.0")


def test_a_verdict_is_a_message_and_judged_again_the_same_message_changes(web: Web, discord: Discord) -> None:
    web.answers = [(200, {}, b'{"id": "4711"}'), (200, {}, b'{"id": "4711"}'), (200, {}, b'{"id": "4712"}')]
    discord.deliver(verdict(1, 1, "Ann wins, 9 > 6"))
    discord.deliver(verdict(1, 2, "Ann wins, 13 > 6", "critical"))
    discord.deliver(verdict(2, 1))
    assert [(method, path) for method, path, _, _ in web.requests] == [
        ("POST", "/api/webhooks/7/secret?wait=true"),
        ("PATCH", "/api/webhooks/7/secret/messages/4711?wait=true"),
        ("POST", "/api/webhooks/7/secret?wait=true"),
    ]
    (embed,) = json.loads(web.bodies[1])["embeds"]
    assert embed["title"] == "Ann wins, 13 \\> 6"
    assert embed["description"].startswith("**critical of Ann**")
    assert embed["color"] == 0xD9A441


def test_a_round_says_each_of_its_clashes_once(web: Web, discord: Discord) -> None:
    said = verdict(1, 1, "Ann hits Bill, 9 > 3").data.model_dump()
    part = {key: value for key, value in said.items() if key in PartData.model_fields}
    parts = [part | {"line": "The number to beat was 3."}, part | {"title": "Cai moves"}]
    whole = said | {"line": "Clash A: Ann hits Bill, 9 > 3. Clash B: Cai moves.", "parts": parts}
    discord.deliver(event_of(VerdictData.model_validate(whole)))
    (embed,) = json.loads(web.bodies[0])["embeds"]
    assert (embed["title"], embed["description"]) == (
        "Ann hits Bill, 9 \\> 3",
        "The number to beat was 3.\nCai moves",
    )


def test_names_mention_nobody_and_are_no_markup(web: Web, discord: Discord) -> None:
    discord.deliver(verdict(1, 1, "@everyone [here](http://evil.example) wins"))
    sent = json.loads(web.bodies[0])
    assert sent["allowed_mentions"] == {"parse": []}
    assert "](" not in sent["embeds"][0]["title"]


def test_a_message_id_that_is_none_leads_nowhere(web: Web, discord: Discord) -> None:
    web.answers = [(200, {}, b'{"id": "../../channels/1"}')]
    discord.deliver(verdict(1, 1))
    discord.deliver(verdict(1, 2))
    assert {path for _, path, _, _ in web.requests} == {"/api/webhooks/7/secret?wait=true"}


def test_verdicts_alone_are_posted_and_a_trial(web: Web, discord: Discord) -> None:
    assert discord.kinds is not None
    assert verdict().event in discord.kinds
    assert event_of(PauseData(on=True)).event not in discord.kinds
    discord.deliver(event_of(TrialData(text="A test from Clashcam.")))
    assert json.loads(web.bodies[0])["content"] == "A test from Clashcam."
