"""Streams of sessions that are played by lot: ``python -m tests.webui.connect.played`` writes the released ones.

What a released program has sent stays valid: the files of ``tests/webui/released/stream-1`` are written once, with
the first release of a version, and never again.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.contract import stream
from tests.golden_json import Played
from webui.connect.changes import Changes
from webui.connect.events import Published, publish
from webui.storage.store import Store

RELEASED: Final = Path(__file__).parents[1] / "released" / "stream-1"
RELEASED_SEEDS: Final = (1, 4)
STEPS: Final = 40
AT: Final = datetime(2026, 11, 20, 21, 14, 7, tzinfo=UTC).isoformat(timespec="milliseconds")


def played(seed: int, steps: int = STEPS) -> Iterator[Published]:
    """Yield the stream of one session."""
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:
        table, changes = Played(store, seed), Changes("0.0")
        numbers = itertools.count(1)
        for step in range(steps + 1):
            if step:
                table.step()
            for data in changes.after(table.session.see("players")):
                yield publish(data, f"run{seed}", next(numbers), AT, changes.session)
        hello = changes.hello()
        assert hello is not None
        yield publish(hello, f"run{seed}", next(numbers), AT, changes.session)


def main() -> None:
    """Write the released streams and their schema."""
    RELEASED.mkdir(parents=True, exist_ok=True)
    for seed in RELEASED_SEEDS:
        lines = [f"{event.text}\n" for event in played(seed)]
        (RELEASED / f"{seed}.jsonl").write_text("".join(lines), encoding="utf-8")
    (RELEASED / "stream.schema.json").write_text(stream.written(), encoding="utf-8")


if __name__ == "__main__":
    main()
