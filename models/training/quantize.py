"""Quantization of networks to eight bits: a third of the time on processors with instructions for them.

Ranges of the activations are taken from rendered scenes (static quantization, a scale for every channel of the weights,
Jacob et al. 2018). Weights use seven of the eight bits, since older processors overflow otherwise. The first layer,
everything before it, and the last convolution, which determines the corners, are not quantized.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static

from models.training.export import ExportError

SOME_HEAT: Final = 0.1

Answers: TypeAlias = list[list[NDArray[np.float32]]]
"""A network's outputs for each picture, in their order."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Difference of two networks: its name, its function, and its tolerance."""

    name: str
    of: Callable[[Answers, Answers], float]
    tolerance: float


def heat_difference(before: Answers, after: Answers) -> float:
    """Return the mean difference of the detector's heat where either network has any."""
    one, other = (np.concatenate([outputs[0].ravel() for outputs in network]) for network in (before, after))
    warm = np.maximum(one, other) > SOME_HEAT
    return float(np.abs(one - other)[warm].mean()) if warm.any() else 0.0


def corner_difference(before: Answers, after: Answers) -> float:
    """Return the mean difference of the refiner's corners, as a share of the card's sides, where both detect a card."""
    one, other = (
        [np.concatenate(part) for part in zip(*network, strict=True)] for network in (before, after)
    )
    cards = np.minimum(one[1], other[1]).ravel() > 0.5
    return float(np.abs(one[0] - other[0])[cards].mean()) if cards.any() else 0.0


def embedding_difference(before: Answers, after: Answers) -> float:
    """Return the mean length of the difference of two embeddings of one crop; they are of unit length."""
    one, other = (np.concatenate([outputs[0] for outputs in network]) for network in (before, after))
    return float(np.linalg.norm(one - other, axis=1).mean())


HEAT: Final = Measure("heat", heat_difference, 0.03)
CORNERS: Final = Measure("corners", corner_difference, 0.005)
EMBEDDINGS: Final = Measure("embeddings", embedding_difference, 0.06)


class _Pictures(CalibrationDataReader):
    """Feeds pictures to the quantizer one after another."""

    def __init__(self, taken: str, pictures: Sequence[NDArray[Any]]) -> None:
        self._feeds: Iterator[dict[str, Any]] = iter([{taken: picture} for picture in pictures])

    def get_next(self) -> dict[str, Any] | None:
        """Return the next picture by the name of the network's input, None after the last."""
        return next(self._feeds, None)


def quantize(path: Path, pictures: Sequence[NDArray[Any]], measure: Measure = HEAT) -> float:
    """Quantize a network at ``path`` in place; return its difference from before.

    ``pictures`` are input batches, 0 to 255.

    :raise ExportError: if the difference is above the tolerance; the file is then unchanged.
    """
    network = onnx.load(path)
    taken = network.graph.input[0].name
    nodes = [node.name for node in network.graph.node]
    layers = [node.name for node in network.graph.node if node.op_type == "Conv"]
    with TemporaryDirectory() as folder:
        small = Path(folder) / path.name
        logging.disable(logging.WARNING)  # It recommends a preparation that these networks do not need.
        try:
            quantize_static(
                path,
                small,
                _Pictures(taken, pictures),
                op_types_to_quantize=["Conv", "Add", "Resize", "Relu"],
                nodes_to_exclude=[*nodes[: nodes.index(layers[0]) + 1], layers[-1]],
                per_channel=True,
                reduce_range=True,
                activation_type=QuantType.QUInt8,
                weight_type=QuantType.QInt8,
            )
        finally:
            logging.disable(logging.NOTSET)
        off = measure.of(_answers(path, pictures), _answers(small, pictures))
        if not off <= measure.tolerance:
            most = f"at most {measure.tolerance} is right"
            raise ExportError(f"{path.name}: in eight bits its {measure.name} differ by {off:.2g}, {most}")
        path.write_bytes(small.read_bytes())
    return off


def _answers(path: Path, pictures: Sequence[NDArray[Any]]) -> Answers:
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    taken = session.get_inputs()[0].name
    return [
        [np.asarray(out, np.float32) for out in session.run(None, {taken: picture})] for picture in pictures
    ]
