"""A pytest plugin that hides modules: ``CLASHCAM_WITHOUT="torch onnx" pytest -p tests.without``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Hidden(MetaPathFinder):
    """Refuses to find some modules, as on a machine where they are not installed."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise ``ModuleNotFoundError`` for a hidden module, and leave the others to the next finder."""
        if fullname.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


sys.meta_path.insert(0, Hidden(frozenset(os.environ.get("CLASHCAM_WITHOUT", "").split())))
