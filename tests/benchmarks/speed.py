"""How fast this machine sees: python -m tests.benchmarks.speed [--frames 150] [--cards 1,6,12,24] [--deck NAME,...].

Runs the installed command ``clashcam bench`` with the same arguments, below the heading of all figures.
"""

from __future__ import annotations

import argparse

from tests.benchmarks.heading import heading
from webui.cli import main as clashcam


def main() -> None:
    """Print the heading, then what the command says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", default="1,6,12,24")
    parser.add_argument("--frames", type=int, default=150)
    parser.add_argument("--deck", help="decks to read; every built-in one if not said")
    arguments = parser.parse_args()
    print(heading(f"{arguments.frames} frames for each of {arguments.cards} cards"), flush=True)
    words = ["bench", "--cards", arguments.cards, "--frames", str(arguments.frames)]
    clashcam(words + (["--deck", arguments.deck] if arguments.deck else []), prog_name="clashcam")


if __name__ == "__main__":
    main()
