"""The embedder's training, in small: views, designs, a few steps, the export, a checkpoint that goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training.designs import HEIGHT_PX, Design, drawn_designs, is_symmetric, without_twins  # noqa: E402
from models.training.drawn import DrawnDeck  # noqa: E402
from models.training.embedder_net import INPUT_WH, CosineClassifier, EmbedderNet  # noqa: E402
from models.training.export import export_embedder, halve  # noqa: E402
from models.training.quantize import EMBEDDINGS, quantize  # noqa: E402
from models.training.retrieval import GalleryRows, match  # noqa: E402
from models.training.train_embedder import EmbedderTrainer, ViewStream, margin_at  # noqa: E402
from models.training.trainer import RISING_STEPS  # noqa: E402
from models.training.views import ViewMaker, loose_quad  # noqa: E402
from vision.recognition.embedder import Embedder  # noqa: E402


@pytest.fixture(scope="module")
def designs() -> list[Design]:
    return list(drawn_designs(2_000_000, 12))


def test_views_have_the_networks_size_and_differ(designs: list[Design]) -> None:
    views = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH)
    first, second = (views.degraded(designs[0].printings[0], Random(seed)) for seed in (1, 2))
    assert first.shape == second.shape == (INPUT_WH[1], INPUT_WH[0], 3)
    assert np.abs(first.astype(int) - second).mean() > 5


def test_the_same_seed_gives_the_same_view(designs: list[Design]) -> None:
    views = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH)
    first, second = (views.degraded(designs[1].printings[0], Random(5)) for _ in range(2))
    assert np.array_equal(first, second)


def test_loose_corners_stay_within_their_share() -> None:
    box = (50, 40, 120, 200)
    for seed in range(200):
        quad = loose_quad(box, Random(seed), 0.05)
        exact = np.array([[49.5, 39.5], [169.5, 39.5], [169.5, 239.5], [49.5, 239.5]])
        assert np.abs(quad - exact).max() <= 0.05 * 200 + 0.06 * 100 + 0.01


def test_however_many_processes_draw_the_same_designs() -> None:
    alone, shared = (list(drawn_designs(2_000_003, 70, workers)) for workers in (1, 2))
    assert len(alone) == 70
    for one, other in zip(alone, shared, strict=True):
        assert (one.deck, one.code, one.symmetric, one.is_pip) == (
            other.deck,
            other.code,
            other.symmetric,
            other.is_pip,
        )
        np.testing.assert_array_equal(one.printings[0], other.printings[0])


def test_symmetry_is_seen() -> None:
    playing = next(deck for seed in range(99) if (deck := DrawnDeck(seed, HEIGHT_PX)).tradition == "playing")
    assert is_symmetric(playing.face(3))  # the four: two rows of two
    picture = next(deck for seed in range(99) if (deck := DrawnDeck(seed, HEIGHT_PX)).tradition == "pictures")
    assert not is_symmetric(picture.face(45))


def test_twins_of_other_decks_are_dropped_and_look_alikes_within_a_deck_stay(designs: list[Design]) -> None:
    original = designs[0]
    twin = Design("another", "0", original.printings, original.symmetric)
    sibling = Design(original.deck, "sibling", original.printings, original.symmetric)
    assert without_twins([original, twin, sibling]) == [original, sibling]


def test_labels_tell_the_way_up(designs: list[Design]) -> None:
    stream = ViewStream(designs, seed=3, backs=6)
    seen = {stream.labelled(0, Random(seed))[1] for seed in range(60)}
    assert seen == ({-1, 0} if designs[0].symmetric else {-1, 0, 1})


def test_the_margin_grows() -> None:
    assert margin_at(0) == 0
    assert margin_at(0.6) == margin_at(1) == pytest.approx(0.3)


def test_negatives_are_pushed_away_from_every_class() -> None:
    classifier = CosineClassifier(5)
    with torch.no_grad():
        near = torch.nn.functional.normalize(classifier.weight[:1], dim=1)
        assert float(classifier.refusal(classifier.cosines(near))) > 10
    assert float(classifier.refusal(torch.full((1, 5), -0.5))) < 1e-6


def batch_of(designs: list[Design]) -> tuple[Any, Any]:
    stream = ViewStream(designs, seed=3, backs=6)
    made = [stream.labelled(i, Random(40 + i)) for i in range(12) for _ in range(2)]
    return np.stack([m[0] for m in made]), np.array([m[1] for m in made])


def trainer_of(designs: list[Design]) -> EmbedderTrainer:
    return EmbedderTrainer(torch.device("cpu"), 2.5e-3, designs)


def test_training_learns_exports_and_goes_on(designs: list[Design], tmp_path: Path) -> None:
    torch.manual_seed(0)
    trainer, checkpoint = trainer_of(designs), tmp_path / "checkpoint.pt"
    chosen = crops, _ = batch_of(designs)
    trainer.schedule.last_epoch = RISING_STEPS
    losses = [trainer.learn(chosen, 0.0) for _ in range(12)]
    assert np.mean(losses[-3:]) < 0.6 * losses[0]
    trainer.save(checkpoint)

    path, average = tmp_path / "embedder.onnx", trainer.average.net
    assert export_embedder(average, path, half=False) < 0.02
    with torch.no_grad():
        expected = average(torch.from_numpy(crops)).numpy()
    np.testing.assert_allclose(Embedder(path).embed(crops), expected, atol=0.01)

    whole = len(path.read_bytes())
    assert 0 < quantize(path, [crops], EMBEDDINGS) <= EMBEDDINGS.tolerance
    halve(path)
    assert len(path.read_bytes()) < 0.4 * whole
    likeness = (Embedder(path).embed(crops) * expected).sum(axis=1)
    assert likeness.min() > 0.98

    resumed = trainer_of(designs)
    resumed.resume(checkpoint)
    assert resumed.trained()["views"] == 192 * 12
    assert resumed.learn(chosen, 0.0) < 0.7 * losses[0]


def test_a_checkpoint_survives_decks_that_come_and_go(designs: list[Design], tmp_path: Path) -> None:
    trainer = trainer_of(designs)
    crops, labels = batch_of(designs)
    trainer.learn((crops, labels), 0.0)
    trainer.save(tmp_path / "checkpoint.pt")
    fewer = trainer_of(designs[2:])
    fewer.resume(tmp_path / "checkpoint.pt")
    for net, known in ((fewer.net, trainer.net), (fewer.average, trainer.average)):
        assert torch.equal(net.classifier.weight, known.classifier.weight[4:])
    fewer.learn((crops[4:], labels[4:] - 4), 0.0)


def test_a_network_starts_from_nothing_known(designs: list[Design]) -> None:
    vectors = EmbedderNet().eval()(torch.zeros(2, INPUT_WH[1], INPUT_WH[0], 3, dtype=torch.uint8))
    assert vectors.shape == (2, 128)
    assert torch.isfinite(vectors).all()


def test_matching_finds_the_nearest_design_and_its_lead() -> None:
    rows = GalleryRows(
        np.eye(4, dtype=np.float32), np.array([0, 0, 1, 1]), np.array([False, True, False, True])
    )
    found = match(rows, np.array([[0.0, 0.8, 0.6, 0.0]], np.float32))
    assert (found.designs[0], bool(found.turned[0])) == (0, True)
    assert found.leads[0] == pytest.approx(0.2)
