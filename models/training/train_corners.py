"""Fit what the index reader says of single corners: ``python -m models.training.train_corners``.

The shipped network stays as it is. A linear layer on what it sees in each corner learns to tell rank, suit, and whether
an index is there at all, from drawn cards of which a part is out of sight. It is written into the same file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional as fn
from tqdm import tqdm

from models.training.export import INDICES
from models.training.indices_net import FEATURES, RANKS, SUITS, log_shares
from models.training.indices_samples import LOOSE, rank_and_suit
from models.training.manifest import MANIFEST, record
from models.training.partial_cards import SIDES, Hiding, Table, sheets_of
from models.training.playing_courts import english_courts
from models.training.playing_makes import HEIGHT_PX, Make, codes
from models.training.scans import Picture
from vision.geometry import homography_between, project, rectify, turned_half, upright_quad
from vision.recognition.playing_cards import CORNERS, CROP_WH, with_margin
from vision.types import Quad

LENGTH_PX: Final = (54.0, 200.0)
SHOWN: Final = 16
"""Cards of a make that are drawn."""

IN_SIGHT: Final = 0.97
"""Share of an index from which it can be read."""

OUT_OF_SIGHT: Final = 0.5
"""Share of an index below which it cannot; what lies between teaches nothing."""

STEPS: Final = 1500
RATE: Final = 0.01
DECAY: Final = 1e-4
COMMAND: Final = "models.training.train_corners"
FEATURE_LAYER: Final = "net.corner_out.weight"
WEIGHT, BIAS = "net.one_corner.weight", "net.one_corner.bias"


@dataclass(frozen=True, slots=True)
class CornerSamples:
    """Crops (n, 232, 160, 3), the number of each one's card, and of each corner whether its index can be read: 1 for
    yes, 0 for no, -1 where that is open, shape (n, 4)."""

    crops: NDArray[np.uint8]
    card: NDArray[np.intp]
    index: NDArray[np.intp]


def samples_of(
    seeds: range, courts: Mapping[str, Picture] = MappingProxyType({}), *, held_out: bool = False
) -> CornerSamples:
    """Draw partial cards, some of each make; some makes have the ``courts``, by code."""
    crops, cards, index = [], [], []
    for seed in tqdm(seeds, unit="make", mininterval=10, disable=None):
        chance = np.random.default_rng([seed, 31])
        make = Make(seed, (), courts, held_out=held_out)
        shown = [str(code) for code in chance.permutation(codes())[:SHOWN]]
        sheets = sheets_of({code: make.face(code) for code in shown})
        for hiding in Hiding:
            table = Table(chance, LENGTH_PX)
            here = [str(code) for code in chance.permutation(shown)]
            for code, side, cover in zip(here, SIDES, here[len(SIDES) :], strict=False):
                table.lay(code, sheets, hiding, side, cover)
            frame = table.photographed()
            for number, card in enumerate(table.cards):
                quad, readable = loosened(chance, card.quad), indices_of(make, table, number)
                if chance.random() < 0.5:
                    quad, readable = turned_half(quad), readable[2:] + readable[:2]
                crops.append(rectify(frame, with_margin(quad), CROP_WH))
                cards.append(codes().index(card.code))
                index.append(readable)
    return CornerSamples(np.stack(crops), np.array(cards, np.intp), np.array(index, np.intp))


def loosened(chance: np.random.Generator, quad: Quad) -> Quad:
    """Return a quad with corners as far off as a detector's."""
    loose = float(chance.choice(LOOSE)) * float(np.linalg.norm(quad[3] - quad[0]))
    off = chance.uniform(-loose, loose, (4, 2)) + chance.uniform(-loose, loose, 2) / 2
    return np.asarray(quad + off, np.float32)


def indices_of(make: Make, table: Table, number: int) -> list[int]:
    """Return whether the index in each corner of a card can be read, in the order of :data:`CORNERS`."""
    wide, high = make.index_wh
    to_picture = homography_between(upright_quad((1, 1)), table.cards[number].quad)
    readable = []
    for x, y in CORNERS:
        corner = upright_quad((wide, high)) + np.array([x * (1 - wide), y * (1 - high)], np.float32)
        seen = table.seen_share(number, project(corner, to_picture)) if make.has_index(x, y) else 0.0
        readable.append(1 if seen > IN_SIGHT else 0 if seen < OUT_OF_SIGHT else -1)
    return readable


def features_of(path: Path, crops: NDArray[np.uint8], batch: int = 32) -> NDArray[np.float32]:
    """Return what the network at ``path`` sees in each corner of crops, shape (n, 4, 128)."""
    model = onnx.load(path)
    seen = corner_features(model)
    model.graph.output.append(helper.make_tensor_value_info(seen, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    parts = [
        session.run([seen], {"crops": crops[i : i + batch]})[0].reshape(len(CORNERS), -1, FEATURES)
        for i in range(0, len(crops), batch)
    ]
    return np.concatenate(parts, axis=1).transpose(1, 0, 2)


def corner_features(model: onnx.ModelProto) -> str:
    """Return the name of what a network sees in its corners."""
    layer = next(node.output[0] for node in model.graph.node if FEATURE_LAYER in node.input)
    return str(next(node.output[0] for node in model.graph.node if layer in node.input))


def corner_loss(logits: Tensor, samples: CornerSamples) -> Tensor:
    """Cross entropy of whether an index can be read, and of rank and suit where it can; logits (n, 4, 18)."""
    index = torch.from_numpy(samples.index)
    rank, suit = (torch.from_numpy(part)[:, None].expand_as(index) for part in rank_and_suit(samples.card))
    readable, told = index == 1, index >= 0
    ranks = fn.cross_entropy(logits[readable][:, :RANKS], rank[readable])
    suits = fn.cross_entropy(logits[readable][:, RANKS : RANKS + SUITS], suit[readable])
    there = fn.binary_cross_entropy_with_logits(logits[told][:, -1], readable[told].float())
    return ranks + suits + there


def fitted(features: NDArray[np.float32], samples: CornerSamples, steps: int = STEPS) -> nn.Linear:
    """Return the layer that says best what the corners show."""
    torch.manual_seed(0)
    layer, seen = nn.Linear(FEATURES, RANKS + SUITS + 1), torch.from_numpy(np.ascontiguousarray(features))
    optimizer = torch.optim.AdamW(layer.parameters(), RATE, weight_decay=DECAY)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = corner_loss(layer(seen), samples)
        loss.backward()
        optimizer.step()
    return layer


def write(layer: nn.Linear, path: Path) -> None:
    """Write the layer into a network's file, as its output ``corner_logits``, shape (4 n, 18), corner by corner."""
    model = onnx.load(path)
    graph = model.graph
    for held in [one for one in graph.initializer if one.name in (WEIGHT, f"{WEIGHT}.half", BIAS)]:
        graph.initializer.remove(held)
    for widened in [one for one in graph.node if WEIGHT in one.output]:
        graph.node.remove(widened)
    for name, tensor in ((WEIGHT, layer.weight), (BIAS, layer.bias)):
        graph.initializer.append(numpy_helper.from_array(tensor.detach().numpy(), name))
    if "corner_logits" not in [one.name for one in graph.output]:
        names = [corner_features(model), WEIGHT, BIAS]
        graph.node.append(helper.make_node("Gemm", names, ["corner_logits"], transB=1))
        shape = ["corners", RANKS + SUITS + 1]
        graph.output.append(helper.make_tensor_value_info("corner_logits", TensorProto.FLOAT, shape))
    onnx.checker.check_model(model)
    onnx.save(model, path)


def report(layer: nn.Linear, features: NDArray[np.float32], samples: CornerSamples) -> list[str]:
    """Return lines of figures: of the corners whose index can be read, and of the others."""
    with torch.no_grad():
        logits = layer(torch.from_numpy(np.ascontiguousarray(features))).flatten(0, 1)
    shares = log_shares(logits).exp().numpy()[:, :-1]
    card, index = np.repeat(samples.card, len(CORNERS)), samples.index.ravel()
    lines = []
    for bar in (0.5, 0.9, 0.99):
        named, right = shares.max(axis=1) >= bar, shares.argmax(axis=1) == card
        there, none = index == 1, index == 0
        lines.append(
            f"from {bar}: of {there.sum()} indices in sight {(named & right & there).sum()} read right, "
            f"{(named & ~right & there).sum()} wrong; of {none.sum()} out of sight {(named & right & none).sum()} read "
            f"as the card's, {(named & ~right & none).sum()} as another's"
        )
    return lines


@click.command()
@click.option("--makes", default=150, show_default=True, help="Makes to learn from.")
@click.option("--held-out", default=40, show_default=True, help="Makes to check with, in fonts kept out.")
@click.option("--seed", default=8_000_000, show_default=True)
def main(makes: int, held_out: int, seed: int) -> None:
    """Fit the layer on drawn makes, check it on makes kept out of training, and write it."""
    samples = samples_of(range(seed, seed + makes), english_courts(HEIGHT_PX))
    layer = fitted(features_of(INDICES, samples.crops), samples)
    kept_out = samples_of(range(seed, seed + held_out), held_out=True)
    lines = report(layer, features_of(INDICES, kept_out.crops), kept_out)
    print("\n".join(lines))
    write(layer, INDICES)
    entry = json.loads(MANIFEST.read_text("utf-8"))[INDICES.name]
    kept = {key: value for key, value in entry.items() if key not in ("sha256", "bytes")}
    record(INDICES, kept | {"corners": {"command": f"python -m {COMMAND}", "held_out": lines}})


if __name__ == "__main__":
    main()
