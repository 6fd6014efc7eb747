"""Export of a trained network as ONNX, checked against the network, with its manifest entry."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from models.training.classifier_net import ClassifierNet, ExportedClassifier
from models.training.corners_net import CornerNet
from models.training.correspondence_net import CorrespondenceNet, ExportedCorrespondence
from models.training.detector_net import DetectorNet, ExportedDetector
from models.training.embedder_net import INPUT_WH, EmbedderNet
from models.training.indices_net import ExportedIndices, IndicesNet
from models.training.manifest import record
from models.training.refiner_net import ExportedRefiner, RefinerNet
from vision.detection import card_classifier
from vision.detection.corner_refiner import CROP_WH
from vision.recognition import corner_reader, playing_cards

MODELS: Final = Path(__file__).resolve().parents[1]
DETECTOR: Final = MODELS / "detector.onnx"
REFINER: Final = MODELS / "refiner.onnx"
EMBEDDER: Final = MODELS / "embedder.onnx"
CLASSIFIER: Final = MODELS / "classifier.onnx"
INDICES: Final = MODELS / "indices.onnx"
CORNERS: Final = MODELS / "corners.onnx"
TAKEN: Final[dict[Path, list[Any]]] = {
    DETECTOR: [1, 3, "height", "width"],
    REFINER: ["n", 3, CROP_WH[1], CROP_WH[0]],
    EMBEDDER: ["n", INPUT_WH[1], INPUT_WH[0], 3],
    CLASSIFIER: ["n", 3, card_classifier.CROP_WH[1], card_classifier.CROP_WH[0]],
    INDICES: ["n", playing_cards.CROP_WH[1], playing_cards.CROP_WH[0], 3],
    CORNERS: ["n", corner_reader.CORNER_WH[1], corner_reader.CORNER_WH[0], 3],
}
"""The shipped networks, and the input of each."""

SCENES: Final = (
    "scenes rendered by models.training.scenes and table_scenes: reference scans of five decks, the house decks, drawn "
    "decks and backs without end, virtual tables that nobody is scored on; no photograph of a card"
)
ON_PHOTOGRAPHS: Final = (
    SCENES + "; every second run of them on photographs without cards (--surfaces), four sources in five"
)
TOLERANCE: Final = 0.02
"""Largest difference of any output, relative to the outputs' spread: the weights may be stored in 16 bits."""

LARGE: Final = 512
"""Numbers from which a weight is stored in 16 bits."""


class ExportError(ValueError):
    """The exported network's output differs from the trained one's."""


@dataclass(frozen=True, slots=True)
class Doors:
    """Names of an exported network's input and outputs, and their variable dimensions."""

    taken: str
    given: Sequence[str]
    taken_axes: dict[int, str]
    given_axes: dict[int, str]


def export_detector(net: DetectorNet, path: Path = DETECTOR, *, half: bool = True) -> float:
    """Export the detector's network; frames of any size whose sides are divisible by 32.

    With ``half`` the weights are stored in 16 bits, after which they cannot be quantized.
    """
    example = torch.from_numpy(_clouds((1, 3, 160, 224)))
    taken, given = {2: "height", 3: "width"}, {2: "rows", 3: "columns"}
    return export(ExportedDetector(net), example, path, Doors("frame", ("heat", "code"), taken, given), half)


def export_refiner(net: RefinerNet, path: Path = REFINER, *, half: bool = True) -> float:
    """Export the refiner's network; any number of crops. For ``half`` see :func:`export_detector`."""
    example = torch.from_numpy(_clouds((3, 3, CROP_WH[1], CROP_WH[0])))
    doors = Doors("crops", ("residuals", "card", "down"), {0: "n"}, {0: "n"})
    return export(ExportedRefiner(net), example, path, doors, half)


def export_classifier(
    net: ClassifierNet,
    calibration: tuple[tuple[float, float], tuple[float, float]],
    path: Path = CLASSIFIER,
    *,
    half: bool = True,
) -> float:
    """Export the classifier's network with its calibration; any number of crops. For ``half`` see the detector's."""
    width, height = card_classifier.CROP_WH
    example = torch.from_numpy(_clouds((3, 3, height, width)))
    doors = Doors("crops", ("log_odds",), {0: "n"}, {0: "n"})
    return export(ExportedClassifier(net, *calibration), example, path, doors, half)


def export_indices(net: IndicesNet, temperature: float, path: Path = INDICES, *, half: bool = True) -> float:
    """Export the index reader's network with its temperature; any number of crops. For ``half`` see the detector's."""
    width, height = playing_cards.CROP_WH
    crops = _clouds((3, 3, height, width)).transpose(0, 2, 3, 1).astype(np.uint8)
    doors = Doors("crops", ("log_shares",), {0: "n"}, {0: "n"})
    return export(ExportedIndices(net, temperature), torch.from_numpy(crops.copy()), path, doors, half)


def export_corners(net: CornerNet, path: Path = CORNERS, *, half: bool = True) -> float:
    """Export the corner reader's network; any number of corners. For ``half`` see :func:`export_detector`."""
    width, height = corner_reader.CORNER_WH
    corners = _clouds((3, 3, height, width)).transpose(0, 2, 3, 1).astype(np.uint8)
    doors = Doors("corners", ("logits",), {0: "n"}, {0: "n"})
    return export(net, torch.from_numpy(corners.copy()), path, doors, half)


def export_correspondence(net: CorrespondenceNet, path: Path, *, half: bool = True) -> float:
    """Export the correspondence network; any number of frames. For the rest see :func:`export_detector`."""
    example = torch.from_numpy(_clouds((1, 3, 160, 224)))
    taken, given = {0: "n", 2: "height", 3: "width"}, {0: "n", 2: "rows", 3: "columns"}
    doors = Doors("frame", ("descriptors", "shares"), taken, given)
    return export(ExportedCorrespondence(net), example, path, doors, half)


def export_embedder(net: EmbedderNet, path: Path = EMBEDDER, *, half: bool = True) -> float:
    """Export the embedder's network; any number of crops. For ``half`` see :func:`export_detector`."""
    crops = _clouds((16, 3, INPUT_WH[1], INPUT_WH[0])).transpose(0, 2, 3, 1).astype(np.uint8)
    doors = Doors("crops", ("embeddings",), {0: "n"}, {0: "n"})
    return export(net, torch.from_numpy(crops.copy()), path, doors, half)


def record_entry(
    path: Path, trained: dict[str, float], scores: dict[str, Any] | None = None, data: str = SCENES
) -> None:
    """Enter a shipped network in the manifest: training time, data, scores.

    Networks written anywhere else get no entry. Scores of an older network are not kept.
    """
    if path in TAKEN:
        entry = {
            "input": TAKEN[path],
            "command": f"python -m models.training.train_{path.stem}",
            "data": data,
        }
        record(path, entry | {"trained": trained, "scores": scores or {}})


def _clouds(shape: tuple[int, int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    rng = np.random.default_rng(0)
    count, channels, height, width = shape
    coarse = rng.uniform(0, 255, (count, channels, height // 8, width // 8))
    return np.kron(coarse, np.ones((1, 1, 8, 8))).astype(np.float32)


def export(net: nn.Module, example: torch.Tensor, path: Path, doors: Doors, half: bool = True) -> float:
    """Write ``net`` to ``path``; return the largest difference between both on the example.

    :raise ExportError: if the difference is above the tolerance; the old file is then kept.
    """
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    net = copy.deepcopy(net).eval().cpu().float().to(memory_format=torch.contiguous_format)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (example,),
            str(part),
            input_names=[doors.taken],
            output_names=list(doors.given),
            dynamic_axes={doors.taken: doors.taken_axes} | dict.fromkeys(doors.given, doors.given_axes),
            dynamo=False,
        )
    if half:
        halve(part)
    off = largest_difference(net, example, part)
    if not off <= TOLERANCE:
        raise ExportError(
            f"{path.name}: differs from the trained network by {off:.2g}, at most {TOLERANCE} is right"
        )
    part.replace(path)
    return off


def largest_difference(net: nn.Module, example: torch.Tensor, path: Path) -> float:
    """Return the largest difference of any output, as a share of the outputs' standard deviation."""
    with torch.no_grad():
        outputs = net(example)
    expected = [out.numpy() for out in ((outputs,) if isinstance(outputs, torch.Tensor) else outputs)]
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    got = session.run(None, {session.get_inputs()[0].name: example.numpy()})
    return max(float(np.abs(w - g).max() / (w.std() + 0.1)) for w, g in zip(expected, got, strict=True))


def halve(path: Path) -> None:
    """Store a network's large weights in 16 bits, in place; the runtime widens them once, when it loads the file."""
    model = onnx.load(path)
    graph = model.graph
    for tensor in list(graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < LARGE:
            continue
        name = tensor.name + ".half"
        half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), name)
        graph.initializer.remove(tensor)
        graph.initializer.append(half)
        graph.node.insert(0, helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    onnx.checker.check_model(model)
    onnx.save(model, path)
