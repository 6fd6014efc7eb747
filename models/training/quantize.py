"""Networks in whole numbers of eight bits: a third of the time on processors with instructions for them.

Ranges of the activations are taken from rendered scenes (static quantization, a scale for every channel of the weights,
Jacob et al. 2018). Weights use seven of the eight bits, since older processors overflow otherwise. The first layer and
the last one, which says where corners are, stay as they were.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static

from models.training.export_embedder import ExportError

TOLERANCE: Final = 0.03
"""Mean difference of the heat, where either network sees any, from which quantization has gone wrong."""

SOME_HEAT: Final = 0.1


class _Pictures(CalibrationDataReader):
    """Hands one picture after another to the quantizer."""

    def __init__(self, taken: str, pictures: Sequence[NDArray[np.float32]]) -> None:
        self._feeds: Iterator[dict[str, Any]] = iter([{taken: picture} for picture in pictures])

    def get_next(self) -> dict[str, Any] | None:
        """Return the next picture by the name of the network's input, None after the last."""
        return next(self._feeds, None)


def quantize(path: Path, pictures: Sequence[NDArray[np.float32]]) -> float:
    """Quantize the detector's network at ``path`` in place; return how much its heat differs from before.

    ``pictures`` are what the network takes, shape (1, 3, height, width), 0 to 255.

    :raise ExportError: if it differs by more than the tolerance; the file then stays as it was.
    """
    network = onnx.load(path)
    taken = network.graph.input[0].name
    layers = [node.name for node in network.graph.node if node.op_type == "Conv"]
    with TemporaryDirectory() as folder:
        small = Path(folder) / path.name
        logging.disable(logging.WARNING)  # It advises a preparation that these networks do not need.
        try:
            quantize_static(
                path,
                small,
                _Pictures(taken, pictures),
                op_types_to_quantize=["Conv", "Add", "Resize", "Relu"],
                nodes_to_exclude=[layers[0], layers[-1]],
                per_channel=True,
                reduce_range=True,
                activation_type=QuantType.QUInt8,
                weight_type=QuantType.QInt8,
            )
        finally:
            logging.disable(logging.NOTSET)
        off = difference(path, small, pictures)
        if not off <= TOLERANCE:
            raise ExportError(
                f"{path.name}: in eight bits its heat differs by {off:.2g}, at most {TOLERANCE} is right"
            )
        path.write_bytes(small.read_bytes())
    return off


def difference(one: Path, other: Path, pictures: Sequence[NDArray[np.float32]]) -> float:
    """Return the mean difference of the heat that two networks see in pictures, where either sees any."""
    before, after = (
        np.concatenate([heat.ravel() for heat in _heats(path, pictures)]) for path in (one, other)
    )
    warm = np.maximum(before, after) > SOME_HEAT
    return float(np.abs(before - after)[warm].mean()) if warm.any() else 0.0


def _heats(path: Path, pictures: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    taken = session.get_inputs()[0].name
    return [np.asarray(session.run(["heat"], {taken: picture})[0], np.float32) for picture in pictures]
