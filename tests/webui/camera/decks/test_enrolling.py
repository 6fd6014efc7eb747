"""A deck is learnt card by card: paused, resumed by another run of the program, corrected, and kept as a file."""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.galleries.test_sampling import laid, seen
from vision.galleries.sampling import FRAMES
from vision.recognition.gallery_file import load_gallery
from webui.camera.decks.draft import Draft
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.readable import DeckError, Decks
from webui.camera.reports import SeenFrame

PATIENCE_S = 120.0


def enrolling_in(folder: Path) -> Enrolling:
    return Enrolling(Decks(folder), lambda: 0, lambda: None)


@pytest.fixture
def enrolling(tmp_path: Path) -> Enrolling:
    made = enrolling_in(tmp_path)
    made.start("mine", "rws", "tarot")
    return made


def lay(enrolling: Enrolling, code: str, degrees: float = 0.0) -> None:
    frame, quads = laid((code, degrees))
    for _ in range(FRAMES):
        enrolling.see(SeenFrame(seen(quads), frame))


def test_cards_are_taken_in_order_and_by_choice(enrolling: Enrolling) -> None:
    assert enrolling.status()["next_card"] == "m00"
    lay(enrolling, "m00")
    assert enrolling.status()["next_card"] == "m01"
    enrolling.want("s09")
    lay(enrolling, "s09")
    told = enrolling.status()
    assert (told["taken"], told["last"], told["next_card"]) == (["m00", "s09"], "s09", "m01")


def test_a_deck_that_counts_justice_as_eight_is_asked_for_as_it_counts(tmp_path: Path) -> None:
    enrolling = enrolling_in(tmp_path)
    enrolling.start("old", "marseille", "tarot")
    assert enrolling.status()["codes"][7:12] == ("m07", "m11", "m09", "m10", "m08")


def test_a_pause_takes_nothing_and_a_restart_loses_nothing(enrolling: Enrolling, tmp_path: Path) -> None:
    lay(enrolling, "m00")
    enrolling.pause()
    lay(enrolling, "m01")
    assert enrolling.status()["taken"] == ["m00"]
    (tmp_path / "enrolling" / "m05.png").write_bytes(b"half a pic")
    again = enrolling_in(tmp_path)
    told = again.status()
    assert (told["draft"]["name"], told["taken"], told["looking"]) == ("mine", ["m00"], False)
    again.go_on()
    lay(again, "m00")
    assert again.status()["likest"] == "m00", "it is known again"
    lay(again, "m01")
    assert again.status()["taken"] == ["m00", "m01"]


def test_a_full_disk_is_told_and_nothing_taken_is_lost(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(enrolling, "m00")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Draft, "keep", full)
        lay(enrolling, "m01")
    told = enrolling.status()
    assert told["fault"].endswith("enrolling: No space left on device")
    assert (told["looking"], told["taken"], told["next_card"]) == (False, ["m00"], "m01")
    enrolling.go_on()
    lay(enrolling, "m01")
    assert (enrolling.status()["fault"], enrolling.status()["taken"]) == ("", ["m00", "m01"])


def test_one_card_is_taken_again_or_turned(enrolling: Enrolling) -> None:
    lay(enrolling, "m03")
    lay(enrolling, "m01", 180)
    before = enrolling.picture("m01")
    enrolling.turn_over("m01")
    assert np.array_equal(enrolling.picture("m01"), before[::-1, ::-1])
    enrolling.want("m00")
    assert enrolling.status()["taken"] == ["m01"]
    lay(enrolling, "m00")
    assert enrolling.status()["taken"] == ["m00", "m01"]


def test_a_picture_is_another_cards_and_two_change_places(enrolling: Enrolling) -> None:
    lay(enrolling, "m00")
    lay(enrolling, "m01")
    fool, magician = enrolling.picture("m00"), enrolling.picture("m01")
    enrolling.rename("m00", "m01")
    assert np.array_equal(enrolling.picture("m01"), fool)
    assert np.array_equal(enrolling.picture("m00"), magician)
    enrolling.rename("m01", "s09")
    told = enrolling.status()
    assert (told["taken"], told["next_card"]) == (["m00", "s09"], "m01")
    lay(enrolling, "m00")
    assert enrolling.status()["likest"] == "s09", "the Fool's face is known by its new name"
    for code, to in (("m05", "m06"), ("m00", "As")):
        with pytest.raises(DeckError):
            enrolling.rename(code, to)


@pytest.mark.parametrize("code", ["../log", "As", "x"])
def test_only_cards_of_the_deck_are_asked_for(enrolling: Enrolling, code: str) -> None:
    with pytest.raises(DeckError):
        enrolling.want(code)
    with pytest.raises(DeckError):
        enrolling.picture(code)


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    enrolling = enrolling_in(tmp_path)
    assert enrolling.status() == {"draft": None}
    for step in (enrolling.go_on, enrolling.finish):
        with pytest.raises(DeckError, match="No deck is being learnt"):
            step()
    with pytest.raises(DeckError, match="is built in"):
        enrolling.start("rws", "rws", "tarot")
    enrolling.start("mine", "rws", "pulp")
    with pytest.raises(DeckError, match="at least 2"):
        enrolling.finish()
    enrolling.abandon()
    assert enrolling.status() == {"draft": None}
    assert not (tmp_path / "enrolling").exists()


def test_the_deck_is_kept_and_its_likest_pair_is_told(enrolling: Enrolling, tmp_path: Path) -> None:
    for code in ("m00", "m01", "m02"):
        lay(enrolling, code)
    enrolling.finish()
    result = finished(enrolling)
    assert (result["deck"], result["cards"], result["unrecognised"]) == ("mine", 3, [])
    assert {result["closest"][0]["first"], result["closest"][0]["second"]} < {"m00", "m01", "m02"}
    assert load_gallery(tmp_path / "decks" / "mine.npz").codes == ("m00", "m01", "m02")
    enrolling.want("m01")
    assert enrolling.status()["result"] is None, "it can be corrected"


def finished(enrolling: Enrolling) -> dict[str, Any]:
    until_s = time.monotonic() + PATIENCE_S
    while (told := enrolling.status())["result"] is None:
        assert not told["fault"]
        assert time.monotonic() < until_s
        time.sleep(0.05)
    result: dict[str, Any] = told["result"]
    return result


def test_a_card_of_which_only_a_part_was_taken_is_asked_for_again(enrolling: Enrolling) -> None:
    frame, quads = laid(("m00", 0.0))
    top, left = quads[0][1] - quads[0][0], quads[0][3] - quads[0][0]
    corner = quads[0][0]
    part = np.array(
        [corner, corner + 0.6 * top, corner + 0.6 * top + 0.45 * left, corner + 0.45 * left], np.float32
    )
    for _ in range(FRAMES):
        enrolling.see(SeenFrame(seen([part]), frame))
    assert (enrolling.status()["taken"], enrolling.status()["again"]) == (["m00"], False)
    for number, code in enumerate(("m01", "m02"), start=2):
        frame, quads = laid((code, 0.0))
        for _ in range(FRAMES):
            enrolling.see(SeenFrame(seen(quads, first=number), frame))
    told = enrolling.status()
    assert (told["taken"], told["next_card"], told["again"]) == (["m01", "m02"], "m03", False)
    for code in enrolling.status()["codes"][3:]:
        enrolling._draft.keep(code, frame)  # type: ignore[union-attr]
    assert (enrolling.status()["next_card"], enrolling.status()["again"]) == ("m00", True)
    lay(enrolling, "m00")
    assert "m00" in enrolling.status()["taken"]
    assert not enrolling.status()["again"]
