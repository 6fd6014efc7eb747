"""Where a user's own things lie: decks, log, settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import platformdirs

DATA_VARIABLE: Final = "CLASHCAM_DATA"


def data_folder(chosen: Path | None = None) -> Path:
    """Return the folder for a user's own things: the chosen one, else CLASHCAM_DATA, else the platform's."""
    if chosen is not None:
        return chosen
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("clashcam", appauthor=False)
