"""Write the embedder's network as ONNX, check that it says what the trained one says, record its passport."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

from models.training.embedder_net import INPUT_WH, EmbedderNet
from models.training.manifest import record

EMBEDDER = Path(__file__).resolve().parents[1] / "embedder.onnx"
COMMAND = "python -m models.training.train_embedder"


class ExportError(ValueError):
    """The exported network does not say what the trained one says."""


def export(net: EmbedderNet, path: Path) -> float:
    """Export in full precision, check; return the largest difference of an embedding's numbers.

    :raise ExportError: if an embedding moved by more than 1 % of its length; the old file then stays.
    """
    net = copy.deepcopy(net).cpu().eval().to(memory_format=torch.contiguous_format)
    width, height = INPUT_WH
    part = path.with_suffix(".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (torch.zeros(2, height, width, 3, dtype=torch.uint8),),
            str(part),
            input_names=["crops"],
            output_names=["embeddings"],
            dynamic_axes={"crops": {0: "n"}, "embeddings": {0: "n"}},
            dynamo=False,
        )
    difference = largest_difference(net, part)
    if difference > 0.01:
        raise ExportError(f"{path.name}: embeddings differ by {difference:.4f} from the trained network's")
    part.replace(path)
    return difference


def record_passport(path: Path, scores: dict[str, Any], data: str) -> None:
    """Enter the shipped network in the manifest; networks written anywhere else have no passport."""
    if path == EMBEDDER:
        width, height = INPUT_WH
        record(path, {"input": ["n", height, width, 3], "command": COMMAND, "data": data, "scores": scores})


def halve(path: Path) -> None:
    """Store a network's large weights in 16 bits, in place."""
    onnx.save(with_half_weights(onnx.load(path)), path)


def with_half_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """Store large weights in 16 bits; the runtime widens them once, when it loads the file."""
    graph = model.graph
    for tensor in list(graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 512:
            continue
        half = numpy_helper.from_array(
            numpy_helper.to_array(tensor).astype(np.float16), tensor.name + ".half"
        )
        graph.initializer.remove(tensor)
        graph.initializer.append(half)
        graph.node.insert(0, helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    onnx.checker.check_model(model)
    return model


def largest_difference(net: EmbedderNet, path: Path) -> float:
    """Return the longest difference vector between both networks' embeddings of random crops."""
    width, height = INPUT_WH
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 256, (16, height // 8, width // 8, 3), dtype=np.uint8)
    crops = np.repeat(np.repeat(coarse, 8, axis=1), 8, axis=2)
    with torch.no_grad():
        expected = net(torch.from_numpy(crops)).numpy()
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    got = session.run(None, {"crops": crops})[0]
    return float(np.linalg.norm(got - expected, axis=1).max())
