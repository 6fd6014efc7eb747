"""The files that are written from the contract."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final
from unittest.mock import MagicMock

from flask import Flask

from tests.contract import openapi, public_command, reference, scripts, stream
from webui.http.app import create_app
from webui.http.parts import Parts

ROOT: Final = Path(__file__).resolve().parents[2]


@cache
def files() -> dict[Path, str]:
    """Return what each file has to hold."""
    return {
        ROOT / "docs" / "snapshot.md": reference.reference(),
        ROOT / "docs" / "openapi.json": openapi.written(bare_app()),
        ROOT / "docs" / "stream.schema.json": stream.written(),
        ROOT / "docs" / "command.schema.json": public_command.written(),
        ROOT / "webui" / "http" / "static" / "contract.d.ts": scripts.declarations(),
    }


def bare_app() -> Flask:
    """Return the application with nothing behind its addresses: they are looked at, none is called."""
    return create_app(MagicMock(spec=Parts))
