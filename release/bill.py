"""The bill of materials: every library that is in the download, with version and hashes (CycloneDX)."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from release.project import LOCK, ROOT, requirements


def bill(python: str, scratch: Path, epoch_s: int) -> bytes:
    """Return the bill of what the program of one Python stands on, as JSON."""
    listed = scratch / "bill.txt"
    listed.write_text(requirements((ROOT / LOCK).read_text("utf-8"), python), "utf-8")
    command = [
        *(sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible"),
        *("--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application", str(listed)),
    ]
    made = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    made["metadata"]["timestamp"] = datetime.fromtimestamp(epoch_s, UTC).isoformat()
    return (json.dumps(made, indent=1, sort_keys=True) + "\n").encode()
