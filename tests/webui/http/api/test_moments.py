"""The morning after over HTTP: moments, one picture and one silent film of them, cards alone."""

from __future__ import annotations

import re
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.webui.http.live import Live
from webui.http.images import film, poster
from webui.http.images.film import FILM_WH, FRAMES_PER_S, LENGTH_S
from webui.http.images.poster import POSTER_WH
from webui.table.contract.moments import Moments


@pytest.fixture
def night(live: Live) -> str:
    """A session with a critical, a fumble and a narrow success that has ended; its id."""
    assert live.order("session-new", session_name="The Orphanage")[0] == 200
    for players, host in (("m18", "c06"), ("w09", "c08"), ("m00", "c03")):
        live.table.take()
        live.look(2.0)
        live.table.lay(players, 300, 600)
        live.table.lay(host, 300, 100)
        live.look()
        assert live.order("confirm")[0] == 200
    id_: str = live.state()["session"]["id"]
    assert live.order("session-new", session_name="Tonight")[0] == 200
    return id_


def test_the_moments_of_an_ended_session(live: Live, night: str) -> None:
    shown = live.client.get(f"/api/sessions/{night}/moments").get_json()
    assert shown["session"]["name"] == "The Orphanage"
    assert [moment["kind"] for moment in shown["moments"]] == ["odds", "narrow", "fumble"]
    first = shown["moments"][0]
    assert (first["label"], first["card"], first["critical"]) == ("Critical, against the odds", "m18", True)
    crops = [live.client.get(f"/pictures/{moment['crop']}.jpg").status_code for moment in shown["moments"]]
    assert crops == [200, 200, 200]


def test_only_the_host_shares(live: Live, night: str) -> None:
    live.order("network", allow=True)
    guest = {"REMOTE_ADDR": "192.168.1.9"}
    for path in ("moments", "moments.png", "film"):
        assert live.client.get(f"/api/sessions/{night}/{path}", environ_overrides=guest).status_code in (
            401,
            403,
        )
        assert live.client.get(f"/api/sessions/nowhere/{path}").status_code == 422


def pixels_of(png: bytes) -> NDArray[np.uint8]:
    """A picture's pixels."""
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_the_picture_to_share_shows_drawn_cards_unless_somebody_wants_their_own(
    live: Live, night: str
) -> None:
    drawn = live.client.get(f"/api/sessions/{night}/moments.png")
    assert drawn.headers["Content-Disposition"].startswith("inline")
    kept = live.client.get(f"/api/sessions/{night}/moments.png?cards=photos&download")
    assert kept.headers["Content-Disposition"].startswith("attachment; filename=")
    one, other = pixels_of(drawn.data), pixels_of(kept.data)
    assert one.shape == other.shape == (POSTER_WH[1], POSTER_WH[0], 3)
    # The scripted camera sees one grey: so are the cut cards, and nothing else of its picture.
    card = (slice(260, 650), slice(90, 310))
    assert np.abs(other[card].astype(int) - 90).max() <= 3
    assert np.ptp(one[card]) > 100
    assert np.array_equal(one[:, 420:], other[:, 420:]), "the words are the same"


@pytest.mark.parametrize(("asked", "named"), [("", True), ("?names=none", False)])
def test_picture_and_film_leave_names_out_when_asked(
    live: Live, monkeypatch: pytest.MonkeyPatch, asked: str, named: bool
) -> None:
    assert live.order("seat-change", seat="players", seat_name="Wilhelmina")[0] == 200
    live.table.lay("m18", 300, 600)
    live.table.lay("c06", 300, 100)
    live.look()
    assert live.order("confirm")[0] == 200
    drawn: list[Moments] = []

    def draw(of: Moments, *_: object) -> bytes:
        drawn.append(of)
        return b""

    monkeypatch.setattr(poster, "draw_poster", draw)
    monkeypatch.setattr(film, "make_film", lambda *all: film.Film(draw(*all), "webm"))
    session = live.state()["session"]["id"]
    for path in ("moments.png", "film"):
        assert live.client.get(f"/api/sessions/{session}/{path}{asked}").status_code == 200
    assert [("Wilhelmina" in of.model_dump_json(include={"moments", "luck"})) for of in drawn] == [named] * 2
    assert [of.moments[0].said[:7] for of in drawn] == ["Wilhelm" if named else "The pla"] * 2


def test_files_are_called_after_the_program_the_day_and_the_session(live: Live, night: str) -> None:
    tonight = live.state()["session"]["id"]
    live.table.take()
    for path, name in (
        (f"{night}/moments.png?download", "the-orphanage.png"),
        (f"{night}/film?download", "the-orphanage.webm"),
        (f"{night}/export.html", "the-orphanage.html"),
        (f"{tonight}/export.csv", "tonight.csv"),
    ):
        disposition = live.client.get(f"/api/sessions/{path}").headers["Content-Disposition"]
        assert re.fullmatch(
            rf'attachment; filename="?clashcam-2026-11-20(-[bc])?-{re.escape(name)}"?', disposition
        )


def test_a_session_without_moments_has_no_picture_and_no_film(live: Live) -> None:
    tonight = live.state()["session"]["id"]
    assert live.client.get(f"/api/sessions/{tonight}/moments").get_json()["moments"] == []
    for path in ("moments.png", "film"):
        assert live.client.get(f"/api/sessions/{tonight}/{path}").status_code == 404


def test_the_film_lasts_half_a_minute_and_turns_each_card_over(
    live: Live, night: str, tmp_path: Path
) -> None:
    began_s = time.process_time()
    answer = live.client.get(f"/api/sessions/{night}/film")
    assert time.process_time() - began_s < 10
    assert answer.mimetype in ("video/webm", "video/mp4")
    path = tmp_path / "film"
    path.write_bytes(answer.data)
    frames = frames_of(path)
    assert frames.shape == (LENGTH_S * FRAMES_PER_S, FILM_WH[1] // 4, FILM_WH[0] // 4, 3)
    moved = np.abs(np.diff(frames.astype(int), axis=0)).mean(axis=(1, 2, 3))
    assert (moved[-10:] < 1).all(), "the end stays"
    scenes = np.flatnonzero(moved > 6)
    assert len(np.unique(scenes // (8 * FRAMES_PER_S))) >= 3, "something happens in each of the three moments"


def frames_of(path: Path) -> NDArray[np.uint8]:
    """All frames of a film, a quarter as wide and high."""
    film = cv2.VideoCapture(str(path))
    frames: list[NDArray[np.uint8]] = []
    while True:
        there, frame = film.read()
        if not there:
            film.release()
            return np.stack(frames)
        small = cv2.resize(frame, (FILM_WH[0] // 4, FILM_WH[1] // 4), interpolation=cv2.INTER_AREA)
        frames.append(np.asarray(small, np.uint8))


def test_the_file_that_plays_has_the_moments_first_and_no_picture_of_the_table(
    live: Live, night: str
) -> None:
    whole = live.client.get(f"/api/sessions/{night}/export.html").get_data(as_text=True)
    cards = live.client.get(f"/api/sessions/{night}/export.html?pictures=cards").get_data(as_text=True)
    assert "data:image/jpeg" in whole
    assert "data:image/jpeg" not in cards
    for text in (whole, cards):
        assert text.index("Narrowest success") < text.index("<article")
        first = live.client.get(f"/api/sessions/{night}/moments").get_json()["moments"][0]["entry"]
        assert f'href="#entry-{first}"' in text
        assert f'id="entry-{first}"' in text
