"""ONNX networks: opened with fixed threads that sleep when idle; refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

# The library reads it when it is loaded: without, it keeps an id of this machine in the user's cache folder and notes
# what it runs there, for its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime


class NetworkError(ValueError):
    """A weights file that cannot be used; the message names it and the remedy."""


def open_network(path: Path | str, threads: int = 1) -> onnxruntime.InferenceSession:
    """Open a network on ``threads`` threads, which do not spin while they wait.

    :raise NetworkError: if the file is missing, cut short, or no ONNX network.
    """
    path = Path(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Every network would keep the memory of its largest run for itself.
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        data = path.read_bytes()
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise NetworkError(
            f"{path}: cannot be opened ({error.strerror}); install the program again"
        ) from error
    except Exception as error:  # the runtime raises a dozen classes of its own, none of them documented
        raise NetworkError(f"{path}: is damaged or no network (ONNX); install the program again") from error
