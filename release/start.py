"""Where the program begins that needs no Python. Without words it is a double click: play, until the page is closed."""

from __future__ import annotations

import multiprocessing
import os
import sys

PATHS = "LD_LIBRARY_PATH"

if __name__ == "__main__":
    multiprocessing.freeze_support()
    # The browser that we open must find its own libraries, not ours.
    if (before := os.environ.pop(f"{PATHS}_ORIG", None)) is not None:
        os.environ[PATHS] = before
    else:
        os.environ.pop(PATHS, None)
    if len(sys.argv) == 1:
        sys.argv += ["play", "--until-closed"]
    from webui.cli import main

    main(prog_name="clashcam")
