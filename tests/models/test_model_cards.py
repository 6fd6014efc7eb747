"""The model cards: every file of the manifest has one, with the digest that the program checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import models

CARDS = (Path(models.__file__).parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(models.manifest()))
def test_every_file_has_a_model_card_with_its_digest(name: str) -> None:
    assert f"`{models.manifest()[name].sha256}`" in CARDS
    assert f"\n## {name}\n" in CARDS or f"`galleries/{name}`" in CARDS
