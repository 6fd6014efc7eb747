"""Score `clashcam identify` on the real photographs: python -m tests.benchmarks.photos [--photos DIR] [--per-file].

The photographs are for scoring alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.heading import heading

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"


def identify(photos: list[Path], deck: str, to: Path) -> None:
    """Run the command on photographs and keep its JSON Lines."""
    command = [
        sys.executable,
        "-c",
        "from webui.cli import main; main()",
        "identify",
        "--deck",
        deck,
        "--json",
    ]
    with to.open("wb") as file:
        subprocess.run([*command, *map(str, photos)], stdout=file, cwd=ROOT, check=True)


def main() -> None:
    """Identify every photograph and hand the answers to the scorer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "tarot")
    parser.add_argument("--deck", default="rws")
    parser.add_argument("--per-file", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    photos = sorted(args.photos.glob("*.jpg"))
    if not photos:
        sys.exit(f"{args.photos}: no photographs there; they are kept beside the checkout, not in it")
    print(heading(f"{len(photos)} pictures"), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / "answers.jsonl"
        identify(photos, args.deck, answers)
        flags = [flag for flag, on in (("--per-file", args.per_file), ("--json", args.json)) if on]
        scorer = SHARED / "tools" / "score_photos.py"
        labels = args.photos / "labels.json"
        command = [sys.executable, str(scorer), str(labels), str(answers), "--deck", args.deck, *flags]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
