"""Designs that a training never sees: which they are, and that scenes show no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.training.kept_out import DRAWN_ONLY, ROTATIONS, kept_out, trained_on
from models.training.scans import BACKS, deck_names
from models.training.scenes import render_scene, scene_kit


@pytest.mark.parametrize("rotation", range(len(ROTATIONS)))
def test_what_is_kept_out_is_not_trained_on(shared: Path, rotation: int) -> None:
    out, seen = kept_out(rotation), trained_on(rotation)
    assert not set(out.decks) & set(seen.decks)
    assert not set(out.backs) & set(seen.backs)
    assert set(out.decks) | set(seen.decks) == set(deck_names())
    assert len(out.decks) == 5
    assert len(out.backs) >= 10


def test_what_has_a_gallery_is_always_trained_on(shared: Path) -> None:
    for rotation in range(len(ROTATIONS)):
        assert {"rws-1909", "rws-bright", "rws-web", "english-vector"} <= set(trained_on(rotation).decks)


def test_no_design_is_kept_out_twice() -> None:
    every = [name for one in ROTATIONS for name in (*one.tarot, *one.playing)]
    assert len(every) == len(set(every))


def test_the_folder_of_backs_is_no_deck(tmp_path: Path) -> None:
    for name in ("marseille", BACKS):
        (tmp_path / name).mkdir()
    assert deck_names(tmp_path) == ["marseille"]


def test_a_kit_of_what_is_kept_out_has_its_decks_alone_in_their_proportions(shared: Path) -> None:
    kit = scene_kit(78, 0, kept_out())
    assert len(kit.decks) == 2 * len(kept_out().decks)
    for deck in kit.decks:
        assert deck.back.levels[0].shape == deck.faces[0].levels[0].shape


def test_scenes_that_may_be_published_need_no_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.training.scenes.scanned_deck", pytest.fail)
    monkeypatch.setattr("models.training.scenes.scanned_back", pytest.fail)
    assert render_scene(79, 0, (192, 128), DRAWN_ONLY).frame.shape == (128, 192, 3)
