"""Warm start of a training from a shipped ONNX file: its weights, widened from eight or 16 bits.

A shipped network has its batch normalisation folded into the convolutions. Here every normalisation gets the current
statistics of its convolution, and the scale and shift that undo them: the network's output is unchanged, and it can
learn on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

LAYERS: Final = ("Conv", "Gemm")


class WarmStartError(ValueError):
    """A file that holds no network of this shape; the message names it."""


def start_from(path: Path, net: nn.Module, example: Tensor) -> None:
    """Give ``net`` the weights of the exported network at ``path``; ``example`` is an input batch.

    :raise WarmStartError: if the file's layers are not those of ``net``, which must then be discarded.
    """
    layers = list(exported_layers(onnx.load(path)))
    mine = passed_through(net, example)
    shapes = [tuple(m.weight.shape) for m in mine]
    if [weight.shape for weight, _ in layers] != shapes:
        raise WarmStartError(f"{path}: holds another network, with other layers; train again without it")
    norms = {layer: norm for layer, norm in norm_after(net).items() if layer in mine}
    for module, (weight, bias) in zip(mine, layers, strict=True):
        module.weight.data.copy_(torch.from_numpy(weight))
        if module in norms:
            lay_open(norms[module], torch.from_numpy(bias))
        elif module.bias is not None:
            module.bias.data.copy_(torch.from_numpy(bias))
    normalise_again(net, list(norms.values()), example)


@torch.no_grad()
def passed_through(net: nn.Module, example: Tensor) -> list[nn.Conv2d | nn.Linear]:
    """Return the layers in the order of execution, repeated where they are executed again."""
    passed: list[nn.Conv2d | nn.Linear] = []
    layers = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    hooks = [layer.register_forward_pre_hook(lambda it, _: passed.append(it)) for layer in layers]
    was_training = net.training
    net.eval()(example)
    for hook in hooks:
        hook.remove()
    net.train(was_training)
    return passed


def exported_layers(model: onnx.ModelProto) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Yield weight and bias of every layer, in the order in which they are computed."""
    known: dict[str, NDArray[Any]] = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    for node in model.graph.node:
        inputs = [known[name] for name in node.input if name in known]
        if node.op_type in LAYERS:
            weight, bias = (np.array(array, np.float32) for array in inputs)
            yield weight, bias
        elif node.input and node.input[0] not in known:
            continue
        elif node.op_type in ("Cast", "Identity"):
            known[node.output[0]] = inputs[0].astype(np.float32)
        elif node.op_type == "DequantizeLinear":
            known[node.output[0]] = dequantized(*inputs)


def dequantized(
    whole: NDArray[Any], scale: NDArray[np.float32], zero: NDArray[Any] | None = None
) -> NDArray[np.float32]:
    """Return the values of eight-bit numbers; a scale for each row, or one for all."""
    shape = (-1,) + (1,) * (whole.ndim - 1) if scale.ndim and scale.size > 1 else ()
    shifted = whole.astype(np.float32) - (0 if zero is None else zero.astype(np.float32).reshape(shape))
    return np.asarray(shifted * scale.reshape(shape), np.float32)


def norm_after(net: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """Return the normalisation that follows each convolution."""
    pairs = pairwise(m for m in net.modules() if not list(m.children()))
    return {one: other for one, other in pairs if isinstance(other, nn.BatchNorm2d)}


def lay_open(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let a normalisation add a bias and do nothing else."""
    bias = bias.to(norm.weight.device)
    norm.running_mean, norm.running_var = torch.zeros_like(bias), torch.ones_like(bias) - norm.eps
    norm.weight.data.fill_(1.0)
    norm.bias.data.copy_(bias)


@torch.no_grad()
def normalise_again(net: nn.Module, norms: list[nn.BatchNorm2d], example: Tensor) -> None:
    """Give each normalisation the current statistics of its input, without changing its output."""
    fed: dict[nn.Module, Tensor] = {}
    hooks = [n.register_forward_pre_hook(lambda norm, given: fed.update({norm: given[0]})) for n in norms]
    was_training = net.training
    net.eval()(example)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, variance = fed[norm].float().mean(dim=(0, 2, 3)), fed[norm].float().var(dim=(0, 2, 3))
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data.copy_((variance + norm.eps).sqrt())
        norm.bias.data.add_(mean)
    net.train(was_training)
