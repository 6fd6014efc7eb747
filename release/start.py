"""Where the program begins that needs no Python. Without words it is a double click: play, until the page is closed."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping

PATHS = "LD_LIBRARY_PATH"


def browser(environment: Mapping[str, str]) -> str:
    """Return for ``BROWSER`` how the page is opened: with the system's own libraries, not with ours.

    Our own processes need our libraries, so that the variable itself stays as it is.
    """
    before = environment.get(f"{PATHS}_ORIG")
    how = f"-u {PATHS}" if before is None else f"{PATHS}='{before}'"
    named = environment.get("BROWSER", "xdg-open").split(os.pathsep)
    return os.pathsep.join(f"env {how} {each}" + ("" if "%s" in each else " %s") for each in named)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.platform == "linux":
        os.environ["BROWSER"] = browser(os.environ)
    if len(sys.argv) == 1:
        sys.argv += ["play", "--until-closed"]
    from webui.cli import main

    main(prog_name="clashcam")
