"""The decks on the page: listed, renamed, deleted, mailed; a foreign file is refused, and nothing of it stays."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.webui.cli.test_deck_files import own
from tests.webui.http.live import Live
from vision.recognition.gallery_file import load_gallery, save_gallery
from webui.http.server.door import FILE_LIMIT, body_limit
from webui.table.inbox import DeckSeen


@pytest.fixture
def moons(tmp_path: Path) -> bytes:
    save_gallery(own(deck="moons"), tmp_path / "mailed.npz")
    return (tmp_path / "mailed.npz").read_bytes()


def listed(live: Live) -> dict[str, Any]:
    return {deck["name"]: deck for deck in live.client.get("/api/galleries").get_json()}


def take_in(live: Live, data: bytes, name: str = "") -> tuple[int, dict[str, Any]]:
    answer = live.client.post(f"/api/galleries/import?name={name}", data=data)
    return answer.status_code, answer.get_json()


def change(live: Live, what: str, **fields: str) -> tuple[int, Any]:
    answer = live.client.post(f"/api/galleries/{what}", json=fields)
    return answer.status_code, answer.get_json()


def test_the_decks_are_listed(live: Live) -> None:
    found = listed(live)
    assert list(found) == ["rws", "house", "english"]
    assert (found["house"]["cards"], found["house"]["built_in"], found["house"]["fault"]) == (78, True, "")
    assert found["rws"]["on"] is True
    assert found["english"]["on"] is False


def test_a_deck_comes_is_switched_on_and_goes(live: Live, moons: bytes) -> None:
    status, told = take_in(live, moons)
    assert (status, told["name"], told["cards"], told["on"]) == (200, "moons", 2, False)
    live.table_thread.ask(lambda _: None)
    assert "moons" in live.state()["known_decks"], "without a restart"
    assert live.order("decks", names=["moons"])[0] == 200
    assert listed(live)["moons"]["on"] is True
    assert change(live, "delete", deck="moons") == (
        422,
        {"error": "moons is turned on; turn it off first."},
    )
    assert change(live, "rename", deck="moons", name="suns")[0] == 422
    live.order("decks", names=["rws"])
    assert change(live, "rename", deck="moons", name="suns")[0] == 200
    assert live.client.get("/decks/suns.npz").data == (live.decks.folder / "suns.npz").read_bytes()
    assert load_gallery(live.decks.folder / "suns.npz").deck == "suns"
    assert change(live, "delete", deck="suns")[0] == 200
    assert "suns" not in listed(live)
    assert list(live.decks.folder.iterdir()) == []


def test_a_deck_of_the_same_name_takes_another(live: Live, moons: bytes) -> None:
    take_in(live, moons)
    assert take_in(live, moons) == (
        422,
        {"error": "a deck called 'moons' is here already; choose another name"},
    )
    assert take_in(live, moons, "moons too")[0] == 200
    live.order("language", language="de")
    assert take_in(live, moons)[1] == {
        "error": "ein Deck namens 'moons' ist schon da; wähle einen anderen Namen"
    }


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_a_foreign_file_leaves_nothing(live: Live, data: bytes) -> None:
    status, told = take_in(live, data)
    assert status == 422
    assert told["error"].startswith("the file: ")
    assert not live.decks.folder.exists()


def test_a_bomb_is_refused_by_its_headers(live: Live, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(300 << 20))
    assert "unpacks to" in take_in(live, (tmp_path / "bomb.npz").read_bytes())[1]["error"]


def test_built_in_decks_stay_and_paths_are_no_names(live: Live) -> None:
    assert change(live, "delete", deck="english")[0] == 422
    assert change(live, "delete", deck="../log")[0] == 422
    assert change(live, "rename", deck="nobody", name="me")[0] == 422
    assert live.client.get("/decks/house.npz").status_code == 422


@pytest.mark.parametrize("role", ["players", "screen"])
def test_decks_are_the_hosts_alone(live: Live, moons: bytes, role: str) -> None:
    assert live.client.get(f"/api/galleries?role={role}").status_code == 403
    assert live.client.post(f"/api/galleries/import?role={role}", data=moons).status_code == 403
    assert live.client.get(f"/decks/moons.npz?role={role}").status_code == 403


def test_only_this_machine_may_send_whole_files() -> None:
    assert body_limit("/api/galleries/import") == 0
    assert body_limit("/api/galleries/import", at_home=True) == FILE_LIMIT
    assert body_limit("/api/resolve") == body_limit("/api/resolve", at_home=True) > 0


def test_a_deck_that_lies_there_is_told_until_it_is_used(live: Live) -> None:
    live.know_decks()
    live.order("decks", names=["house"])
    live.table_thread.on_status(DeckSeen("english"))
    live.table_thread.ask(lambda _: None)
    assert live.state()["deck_seen"] == "english"
    assert "deck_seen" not in live.client.get("/api/state?role=players").get_json()
    live.order("decks", names=["house", "english"])
    assert live.state()["deck_seen"] is None
