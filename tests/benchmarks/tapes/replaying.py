"""Replaying a tape: the tracker watches its frames, and what it says is scored."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter

import cv2

from tests.benchmarks.asking import Asking
from tests.benchmarks.tapes.clip_scoring import score_clip
from tests.benchmarks.tapes.photo_clips import score_photograph
from tests.benchmarks.tapes.recording import is_finished
from tests.benchmarks.tapes.scores import SessionScore
from tests.benchmarks.tapes.scoring import Seen, score
from tests.benchmarks.tapes.sessions import throws_of
from tests.benchmarks.tapes.tape import SUFFIX, Tape, TapeError, TapeMemory
from tests.benchmarks.tapes.watching import AnswersOf, network_digests, shipped_tracker
from vision.types import FrameResult
from vision.virtual import RenderedFrame
from webui.camera.watch import event_record
from webui.storage.store import Store


def tapes_in(folder: Path, kinds: tuple[str, ...], first: int, seeds: int | None) -> list[Path]:
    """Return the tapes of a folder, of some kinds and seeds, in order."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        kind, _, seed = path.stem.rpartition("-")
        wanted = (not kinds or kind in kinds) and first <= int(seed) < first + (seeds or 10**9)
        if wanted:
            found.append(path)
    return found


def replay(path: Path, *, events: Path | None = None, keeps: bool = True) -> SessionScore:
    """Replay a tape and score what the tracker says of it.

    :param events: a folder for the events, as ``clashcam watch --json`` prints them
    :param keeps: whether answers that the tape did not hold are added to it
    :raise TapeError: it is damaged
    """
    cv2.setNumThreads(1)
    with Tape(path) as tape:
        facts = tape.facts
        memory = TapeMemory(tape, network_digests())
        watch = shipped_tracker(AnswersOf(facts["deck"], memory))
        result = SessionScore(facts["kind"], facts["seed"])
        with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:
            table = Asking(store, lambda _: ()) if facts["throws"] else None
            seen = list(_watched(tape, watch.step, table, result))
            throws = throws_of(facts)
            result.throws = len(throws)
            result.whole_throws = table.whole(throws) if table is not None else 0
        if keeps:
            memory.flush()
    results = [one.result if isinstance(one, Seen) else one for one in seen]
    simulated = [one for one in seen if isinstance(one, Seen)]
    if "photograph" in facts:
        score_photograph(results, facts, result)
    elif simulated:
        score(simulated, facts, result)
    else:
        score_clip(results, facts.get("labels") or {}, result)
    result.standing = len(results[-1].tracks) if results else 0
    result.asked, result.known = memory.asked, memory.known
    if events is not None:
        name = f"{Path(facts['clip']).stem}.{facts['deck']}" if facts.get("clip") else path.stem
        _write_events(events / f"{name}.jsonl", results, result.step_ms)
    return result


def _watched(
    tape: Tape,
    step: Callable[..., FrameResult],
    table: Asking | None,
    into: SessionScore,
) -> Iterator[Seen | FrameResult]:
    """Yield what a tracker makes of each frame, with the truth where there is one; times are the tracker's alone."""
    for frame in tape.frames():
        begin = perf_counter()
        result = step(frame.image, frame.t_s)
        into.step_ms.append(round((perf_counter() - begin) * 1000, 2))
        into.frames += 1
        into.seconds = frame.t_s
        if table is not None:
            table.look(RenderedFrame(frame.number, frame.t_s, frame.image), result)
        yield result if frame.truth is None else Seen(frame.t_s, frame.truth, result)


def _write_events(path: Path, results: list[FrameResult], step_ms: list[float]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [event_record(event) for result in results for event in result.events]
    p95 = sorted(step_ms)[int(0.95 * (len(step_ms) - 1))] if step_ms else None
    end = {"event": "end", "frames": len(results), "dropped": 0, "ms_per_frame": {"p95": p95}}
    lines = [json.dumps(record) for record in (*records, end)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def replay_once(path: Path, events: Path | None, keeps: bool) -> SessionScore | str:
    """Replay a tape; return its score, or one line that says why there is none."""
    try:
        if not is_finished(path):
            return f"{path}: is not finished, left out; `record` goes on with it"
        return replay(path, events=events, keeps=keeps)
    except TapeError as error:
        return str(error)
