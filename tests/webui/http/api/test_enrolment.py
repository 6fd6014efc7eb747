"""The page learns a deck: what it is told, what it may ask, and for whom."""

from __future__ import annotations

from typing import Any

import cv2
import pytest

from models.housedeck import faces
from tests.vision.galleries.test_sampling import laid, seen
from tests.webui.http.live import Live
from vision.galleries.sampling import FRAMES
from webui.camera.reports import SeenFrame


def do(live: Live, what: str, **fields: str) -> tuple[int, dict[str, Any]]:
    answer = live.client.post("/api/enrolment", json={"do": what, **fields})
    return answer.status_code, answer.get_json()


def lay(live: Live, code: str) -> dict[str, Any]:
    frame, quads = laid((code, 0.0))
    for _ in range(FRAMES):
        live.enrolling.see(SeenFrame(seen(quads), frame))
    told: dict[str, Any] = live.client.get("/api/enrolment").get_json()
    return told


def test_a_deck_is_learnt_card_by_card(live: Live) -> None:
    assert live.client.get("/api/enrolment").get_json()["draft"] is None
    told = do(live, "start", name="Aquatic", order="rws", cards="tarot")[1]
    assert (told["draft"]["name"], told["next_card"], len(told["codes"]), told["looking"]) == (
        "Aquatic", "m00", 78, True,
    )  # fmt: skip
    told = lay(live, "m00")
    assert (told["taken"], told["next_card"]) == (["m00"], "m01")
    assert live.client.get("/enrolment/m00.jpg").data[:2] == b"\xff\xd8"
    assert live.client.get("/enrolment/m01.jpg").status_code == 404
    assert do(live, "pause")[1]["looking"] is False
    assert do(live, "want", code="s09")[1]["next_card"] == "s09"
    assert do(live, "abandon")[1]["draft"] is None


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"do": "start", "name": "rws"}, "is built in"),
        ({"do": "start", "name": "../x"}, "cannot be a deck's name"),
        ({"do": "start", "name": "mine", "cards": "uno"}, "Input should be"),
        ({"do": "dance"}, "Input should be"),
        ({"do": "resume"}, "No deck is being learnt"),
        ({"do": "finish"}, "No deck is being learnt"),
    ],
)
def test_what_cannot_be_done_is_said(live: Live, step: dict[str, str], why: str) -> None:
    answer = live.client.post("/api/enrolment", json=step)
    assert answer.status_code == 422
    assert why in answer.get_json()["error"]


@pytest.mark.parametrize("role", ["players", "overlay"])
def test_it_is_the_hosts_alone(live: Live, role: str) -> None:
    assert live.client.get(f"/api/enrolment?role={role}").status_code == 403
    assert live.client.post(f"/api/enrolment?role={role}", json={"do": "abandon"}).status_code == 403
    assert live.client.get(f"/enrolment/m00.jpg?role={role}").status_code == 403


def test_picture_files_are_taken_while_the_camera_is_paused(live: Live) -> None:
    do(live, "start", name="Aquatic", order="rws", cards="tarot")
    do(live, "pause")
    address = "/api/enrolment/pictures?file=deck/the-magician.png"
    picture = bytes(cv2.imencode(".png", faces()["m01"])[1])
    told = live.client.post(address, data=picture).get_json()
    assert (told["taken"], told["last"], told["looking"]) == (["m01"], "m01", False)
    refused = live.client.post(address, data=b"not a picture")
    assert (refused.status_code, refused.get_json()["error"].split()[0]) == (422, "the-magician.png")
    assert live.client.post(f"{address}&role=players", data=picture).status_code == 403
    assert live.client.get("/api/enrolment").get_json()["taken"] == ["m01"]


def test_of_a_decks_folder_its_cards_are_asked_for_and_the_rest_is_told(live: Live) -> None:
    address = "/api/enrolment/files"
    names = ["deck/deck.toml", "deck/h750/major_arcana/00.png", "deck/masks/major_arcana/00.png", "IMG_1.jpg"]
    assert live.client.post(address, json={"names": names}).get_json() == {
        "names": ["deck/deck.toml", "deck/h750/major_arcana/00.png", "IMG_1.jpg"],
        "left_out": [{"deck": "deck", "files": 1, "places": "masks"}],
    }
    assert live.client.post(f"{address}?role=players", json={"names": names}).status_code == 403
    assert live.client.post(address, json={"names": "all"}).status_code == 422


def test_a_decks_own_file_says_what_it_is_called(live: Live) -> None:
    address = "/api/enrolment/title"
    assert live.client.post(address, data=b'[deck]\nname = "Aquatic"').get_json() == {"title": "Aquatic"}
    broken = live.client.post(address, data=b"[deck")
    assert (broken.status_code, broken.get_json()["error"].split(":")[0]) == (422, "deck.toml")
    assert live.client.post(f"{address}?role=players", data=b"").status_code == 403


def send(live: Live, name: str, code: str) -> dict[str, Any]:
    data = bytes(cv2.imencode(".png", faces()[code])[1])
    answer: dict[str, Any] = live.client.post(f"/api/enrolment/pictures?file={name}", data=data).get_json()
    return answer


def test_files_that_are_sent_together_are_read_together_and_guesses_are_listed(live: Live) -> None:
    names = ["deck/01.png", "deck/02.png", "deck/22.png", "deck/the-sun.png", "deck/20.png"]
    assert live.client.post("/api/enrolment/files", json={"names": names}).status_code == 200
    do(live, "start", name="Aquatic", order="rws", cards="tarot")
    do(live, "pause")
    for name, code in zip(names[:4], ("m00", "m01", "m21", "m19"), strict=True):
        told = send(live, name, code)
    assert told["taken"] == ["m00", "m01", "m19", "m21"]
    assert told["notes"] == [
        {"file": "deck/01.png", "cards": ["m00"], "why": "name"},
        {"file": "deck/02.png", "cards": ["m01"], "why": "name"},
        {"file": "deck/22.png", "cards": ["m21"], "why": "name"},
    ]
    assert send(live, names[4], "m19")["error"] == (
        "deck/20.png: is m19 again; deck/the-sun.png is taken for it"
    )
    assert [note["cards"] for note in do(live, "rename", code="m01", to="m05")[1]["notes"]] == [
        ["m00"],
        ["m21"],
    ]
    assert [note["cards"] for note in do(live, "turn", code="m00")[1]["notes"]] == [["m21"]]
    assert do(live, "drop", code="m21")[1]["notes"] == []


def test_a_file_of_another_kind_of_cards_is_refused(live: Live) -> None:
    do(live, "start", name="Aquatic", order="rws", cards="tarot")
    do(live, "pause")
    assert "10h.png: its name says Th, which is no card of this deck" in send(live, "10h.png", "m00")["error"]
    assert live.client.get("/api/enrolment").get_json()["taken"] == []
