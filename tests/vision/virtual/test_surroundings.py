"""What videos of real tables show: people, captions, cards dealt face up and cards held up to the camera."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.vision.virtual import test_virtual
from vision.types import Face
from vision.virtual import Script, VirtualTable
from vision.virtual.plays.kinematics import Move
from vision.virtual.truth import Phase, truth_of


def table(**options: Any) -> VirtualTable:
    return test_virtual.table(**{**test_virtual.EVEN, **options})


def test_captions_are_written_over_the_rim_and_change() -> None:
    plain, written = table(), table(captions=True)
    first, later = (written.render(number).image.astype(int) for number in (0, 90))
    bare = plain.render(0).image.astype(int)
    rows, _ = np.nonzero(np.abs(first - bare).max(axis=2) > 20)
    assert len(rows) > 1000
    assert not ((rows > 0.2 * len(bare)) & (rows < 0.85 * len(bare))).any()
    assert np.abs(later[-60:] - first[-60:]).max() > 100


def test_somebody_at_the_far_end_never_sits_quite_still_and_hides_no_near_card() -> None:
    empty, watched = table(), table(person=True)
    bare = empty.render(0).image.astype(int)
    first, later = (watched.render(number).image.astype(int) for number in (0, 12))
    there = np.abs(first - bare).max(axis=2) > 20
    assert there[: len(bare) // 5].any()
    assert not there[len(bare) // 4 :].any()
    assert (np.abs(later - first).max(axis=2) > 20).sum() > 200


def test_cards_dealt_face_up_are_never_turned_over() -> None:
    dealt = table(script=Script(cards=(2, 2), face_up=True), seconds=8.0)
    lay = [
        card
        for number in range(0, 240, 10)
        for card in truth_of(dealt).at(number).cards
        if card.phase is Phase.LYING
    ]
    assert lay
    assert {card.face for card in lay} == {Face.UP}
    assert not list(dealt._play.flips())


def test_a_card_held_up_looks_larger_and_lies_nowhere() -> None:
    shown = table(script=Script(cards=(1, 1), show_share=1.0), seconds=4.0)
    shown._play.write_until(1.0)
    card = shown._play.cards[0]
    place, still = card.path.stretches[0], card.path.stretches[1]
    assert place.end.z > 50
    assert still.move is Move.SLIDE
    held = next(c for c in truth_of(shown).at(round(30 * place.end_s) + 1).cards if c.id == card.id)
    height = float(np.linalg.norm(held.quad[3] - held.quad[0]))
    assert height > 1.05 * shown.style.card_height_px
    assert held.visible > 0.7
    assert card.taken_s < shown._play.cards[1].path.start_s
