"""Recording: a session's frames onto a tape, then what the networks answer to a tracker that watches them.

Both go on from where an earlier call ended: frames that are there are not rendered, and answers that are there are not
asked again.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import cv2

from tests.benchmarks.heading import commit
from tests.benchmarks.tapes.sessions import COMMIT_EVERY, KINDS, MissingSessionError
from tests.benchmarks.tapes.tape import SUFFIX, Tape, TapeError, TapeMemory
from tests.benchmarks.tapes.watching import AnswersOf, network_digests, shipped_tracker


def tape_path(folder: Path, kind: str, seed: int) -> Path:
    """Return where the tape of a session lies."""
    return folder / f"{kind}-{seed:05d}{SUFFIX}"


def is_finished(path: Path, *, whole_frames: bool = False) -> bool:
    """Tell whether a tape is there, with all that :func:`record` would put onto it.

    :raise TapeError: what is there is no tape
    """
    if not path.is_file():
        return False
    with Tape(path) as tape:
        facts = tape.facts
    return bool(facts.get("finished")) and (bool(facts.get("whole_frames")) or not whole_frames)


def record(folder: Path, kind: str, seed: int, *, whole_frames: bool = False) -> float:
    """Record a session; return how many seconds that took.

    :param whole_frames: keep the detector's answer to every whole frame, too, not only to those that the
        tracker has looked at as a whole
    :raise TapeError: the tape is damaged
    :raise MissingSessionError: there is no such session
    """
    begin = monotonic()
    path = tape_path(folder, kind, seed)
    session = None if path.is_file() and _is_filmed(path) else KINDS[kind](seed)
    folder.mkdir(parents=True, exist_ok=True)
    with Tape(path, new=True) as tape:
        if session is not None:
            tape.note(kind=kind, seed=seed)
            session.write(tape)
            tape.note(filmed=True)
            tape.commit()
        memory = TapeMemory(tape, network_digests())
        answers = AnswersOf(tape.facts["deck"], memory)
        tracker = shipped_tracker(answers)
        for count, frame in enumerate(tape.frames()):
            tracker.step(frame.image, frame.t_s)
            if whole_frames:
                answers.detector.detect(frame.image)
            if count % COMMIT_EVERY == 0:
                memory.flush()
        spent_s = monotonic() - begin
        tape.note(finished=True, whole_frames=whole_frames, networks=network_digests(), commit=commit())
        memory.flush()
    return spent_s


def record_once(which: tuple[str, int], folder: Path, whole_frames: bool) -> str:
    """Record the session of a kind and seed unless its tape is finished; return what to print."""
    cv2.setNumThreads(1)
    kind, seed = which
    path = tape_path(folder, kind, seed)
    try:
        if is_finished(path, whole_frames=whole_frames):
            return ""
        spent_s = record(folder, kind, seed, whole_frames=whole_frames)
    except MissingSessionError:
        return ""
    except TapeError as error:
        return str(error)
    return f"{path.name}: {spent_s:.0f} s, {path.stat().st_size / 1e6:.1f} MB"


def _is_filmed(path: Path) -> bool:
    with Tape(path, new=True) as tape:
        return bool(tape.facts.get("filmed"))
