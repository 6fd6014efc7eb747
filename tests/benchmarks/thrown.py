"""Do throws stand in the log as they were dealt? python -m tests.benchmarks.thrown [--overlap 0.3] [--discards].

Whole sessions of our own deck on the virtual table, before the tracker and the table as they ship, and nobody who
confirms or corrects anything: each throw is laid, turned over and gathered. A throw is whole if every seat's cards
stand in the log and no others; the last of a session, which its end may cut off, is not counted. With ``--overlap``
so much of each card lies under the next; with ``--discards`` gathered cards stay on the table, on a pile beside each
seat.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import closing
from pathlib import Path

import cv2
from tqdm import tqdm

from tests.benchmarks.asking import Asking
from tests.benchmarks.heading import heading
from vision.virtual import Script, VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_tracker
from webui.storage.store import Store


def played(session: VirtualTable) -> tuple[int, int, int]:
    """Play a session; return how many throws it had, how many are whole, and in how many a card was asked about."""
    tracker = make_tracker(Decks().load_all(["house"]))
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:
        asking = Asking(store, lambda _: ())
        for timed in session:
            asking.look(timed, tracker.step(timed.image, timed.t_s))
        over = session.dealt[:-1]
        return len(over), asking.whole(over), len({asked.throw_s for asked in asking.asked})


def main() -> None:
    """Play sessions and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=500, help="the seed of the first session")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument(
        "--overlap", type=float, default=Script().overlap, help="negative for a gap between cards"
    )
    parser.add_argument("--discards", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.seeds} sessions of {arguments.seconds:g} s"), flush=True)
    faces, back = house_deck()
    script = Script(piles=arguments.discards, discards=arguments.discards, overlap=arguments.overlap)
    figures: list[tuple[int, int, int]] = []
    for seed in tqdm(range(arguments.first, arguments.first + arguments.seeds), unit="session"):
        figures.append(played(VirtualTable(seed, faces, back, seconds=arguments.seconds, script=script)))
    over, whole, asked = map(sum, zip(*figures, strict=True))
    print(f"throws that stand whole in the log: {whole}/{over}; asked about: {asked}")


if __name__ == "__main__":
    main()
