"""The correspondence network's training, in small: pairs that agree, a loss that cannot be cheated, an export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models import weights_path  # noqa: E402
from models.training.correspondence_net import CELL_PX, DESCRIPTOR, SURE, CorrespondenceNet  # noqa: E402
from models.training.correspondence_samples import (  # noqa: E402
    BATCH,
    CELLS_A_SIDE,
    CENTRES,
    SIDE_PX,
    Pairs,
    PairStream,
    camera_view,
    gallery_view,
)
from models.training.designs import Design, drawn_designs  # noqa: E402
from models.training.export import export_correspondence  # noqa: E402
from models.training.train_correspondence import CorrespondenceTrainer, input_of  # noqa: E402
from models.training.views import ViewMaker  # noqa: E402
from vision.geometry import project  # noqa: E402
from vision.onnx import open_network  # noqa: E402

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def designs() -> list[Design]:
    return list(drawn_designs(7, 40))


@pytest.fixture(scope="module")
def pairs(designs: list[Design]) -> Pairs:
    return next(PairStream(designs, 3)(0, 1))


@pytest.fixture
def net(pairs: Pairs) -> CorrespondenceNet:
    torch.manual_seed(0)
    return CorrespondenceNet.on(weights_path("detector.onnx"), input_of(pairs.view))


def test_a_place_of_a_card_is_found_in_both_pictures_by_its_colour() -> None:
    card = np.full((240, 140, 3), 255, np.uint8)
    card[20:80, 20:70] = (0, 0, 255)
    gallery, there = gallery_view(card, 0.8)
    spot = np.array([[45 / 140, 50 / 240]], np.float32)
    x, y = project(spot, there)[0].round().astype(int)
    np.testing.assert_allclose(gallery[y, x], (0, 0, 255), atol=8)
    views = ViewMaker.of([card], (SIDE_PX, SIDE_PX))
    view, here, shown = camera_view(card, 0.9, views, Random(4))
    x, y = project(spot, here)[0].round().astype(int)
    assert shown[y, x]
    blue, _, red = view[y, x].astype(int)
    assert red > blue + 40


def test_places_lead_from_a_cell_of_the_view_to_the_same_print_in_the_gallery(pairs: Pairs) -> None:
    assert pairs.view.shape == pairs.gallery.shape == (BATCH, SIDE_PX, SIDE_PX, 3)
    cells = np.flatnonzero(pairs.shown.ravel())
    x, y = pairs.places.reshape(-1, 2)[cells].T
    column, row = ((np.stack([x, y]) - (CELL_PX - 1) / 2) / CELL_PX).round().astype(int)
    picture = cells // len(CENTRES)
    stored = pairs.stored[picture, (row * CELLS_A_SIDE + column).clip(0, len(CENTRES) - 1)]
    assert stored.mean() > 0.9  # the others are at the very edge
    assert 0.1 < pairs.shown.mean() < 0.6


def test_cards_of_one_deck_are_at_one_angle(designs: list[Design]) -> None:
    batches = PairStream([replace(one, deck="one") for one in designs], 5)(0, 1)
    stored = np.concatenate([next(batches).stored for _ in range(2)])
    assert len(np.unique(stored.sum(axis=1))) <= 4  # the same proportions, at four angles at most


def test_a_few_steps_learn_and_what_is_exported_says_the_same(
    pairs: Pairs, net: CorrespondenceNet, tmp_path: Path
) -> None:
    trainer = CorrespondenceTrainer(net, CPU, 2e-3, 0)
    before = {name: value.clone() for name, value in net.detector.state_dict().items()}
    losses = [trainer.learn(pairs, 0.0) for _ in range(10)]
    assert np.mean(losses[-3:]) < 0.9 * losses[0]
    assert 0 < trainer.found < 1
    for name, value in net.detector.state_dict().items():
        torch.testing.assert_close(value, before[name], rtol=0, atol=0)
    path = tmp_path / "correspondence.onnx"
    export_correspondence(trainer.average, path)
    frame = np.ascontiguousarray(pairs.view[:1].transpose(0, 3, 1, 2), np.float32)
    descriptors, shares = open_network(path, 1).run(None, {"frame": frame})
    with torch.no_grad():
        expected = trainer.average.eval()(torch.from_numpy(frame) / 255)
    np.testing.assert_allclose(descriptors, expected[:, DESCRIPTOR], atol=0.02)
    np.testing.assert_allclose(shares, torch.sigmoid(expected[:, SURE:]), atol=0.02)
    again = CorrespondenceTrainer(CorrespondenceNet(), CPU, 2e-3, 1)
    again.warm_start(path, input_of(pairs.view) * 255)
    with torch.no_grad():
        np.testing.assert_allclose(again.net.eval()(torch.from_numpy(frame) / 255), expected, atol=0.1)


def test_cells_that_are_all_alike_find_no_place(pairs: Pairs, net: CorrespondenceNet) -> None:
    """What cannot be told from another card's print must cost: a network that says the same everywhere is no help."""
    trainer = CorrespondenceTrainer(net, CPU, 2e-3, 0)
    with torch.no_grad():
        net.head.weight.zero_()
    loss = float(trainer.loss_of(pairs).detach())
    assert trainer.found == 0
    assert loss > np.log(pairs.stored.sum() / 2)
