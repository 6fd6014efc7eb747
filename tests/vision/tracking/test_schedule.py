"""What is not urgent gets a fixed share of time; a piece that takes more is paid for by the next frames."""

from __future__ import annotations

import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, play
from vision.tracking.schedule import COST_MS, SAVED_MS, SHARE, Schedule, Work
from vision.types import Frame, Reading, ReadRequest

FPS = 30


def granted(schedule: Schedule, work: Work, frames: int, waiting: int, fps: float = FPS) -> list[int]:
    """How many pieces each of so many frames is granted, if there are always more."""
    pieces = []
    for number in range(frames):
        schedule.begin_frame(number / fps)
        pieces.append(schedule.take(work, [1.0] * waiting))
    return pieces


@pytest.mark.parametrize("work", list(Work))
def test_work_takes_its_share_of_time_whatever_a_piece_takes(work: Work) -> None:
    spent_ms = sum(granted(Schedule(), work, 300, 100)) * COST_MS[work]
    assert spent_ms == pytest.approx(10_000 * SHARE, abs=SAVED_MS + COST_MS[work])


@pytest.mark.parametrize("fps", [8, 15, 30])
def test_work_takes_its_share_of_time_at_any_frame_rate(fps: int) -> None:
    spent_ms = sum(granted(Schedule(), Work.READ, 10 * fps, 100, fps)) * COST_MS[Work.READ]
    assert spent_ms == pytest.approx(10_000 * SHARE, abs=1000 * SHARE / fps + SAVED_MS + COST_MS[Work.READ])


def test_a_frame_takes_no_more_than_was_saved_and_one_piece() -> None:
    pieces = granted(Schedule(), Work.READ, 30, 100)
    assert max(pieces) * COST_MS[Work.READ] < SAVED_MS + COST_MS[Work.READ]


def test_a_piece_that_takes_more_than_a_frame_has_is_paid_for_by_the_next_ones() -> None:
    pieces = granted(Schedule(share=0.3), Work.READ_AGAIN, 8, 2)
    assert pieces == [1, 1, 0, 0, 1, 0, 1, 0]


def test_what_asks_first_is_served_first() -> None:
    schedule = Schedule()
    assert schedule.take(Work.READ, [1.0] * 100) == 4
    assert schedule.take(Work.READ_AGAIN, [1.0]) == 0


def test_a_smaller_piece_counts_for_less() -> None:
    assert Schedule().take(Work.ZOOM, [0.1] * 100) > 5 * Schedule().take(Work.ZOOM, [1.0] * 100)


def test_a_clock_that_goes_backwards_saves_nothing() -> None:
    schedule = Schedule()
    schedule.begin_frame(5.0)
    schedule.take(Work.READ_AGAIN, [1.0])
    schedule.begin_frame(1.0)
    assert schedule.take(Work.READ, [1.0]) == 0


class Clock:
    """A clock that each piece of work moves on."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def granted_on(clock: Clock | None, piece_s: float) -> int:
    """How many readings are granted in the tenth second, on a machine that takes so long for each."""
    schedule = Schedule(SHARE, clock)
    pieces = 0
    for number in range(10 * FPS):
        schedule.begin_frame(number / FPS)
        now = schedule.take(Work.READ, [1.0] * 100)
        pieces += now * (number >= 9 * FPS)
        with schedule.doing(Work.READ, now):
            if clock is not None:
                clock.now_s += now * piece_s
    return pieces


def test_a_slow_machine_does_less_in_a_second() -> None:
    assert granted_on(Clock(), 0.040) == pytest.approx(10, abs=1)
    assert granted_on(Clock(), 0.004) == pytest.approx(100, abs=4)


def test_without_a_clock_a_session_gives_the_same_on_every_machine() -> None:
    assert granted_on(None, 0.040) == pytest.approx(100, abs=4)


def test_cards_that_cannot_be_named_do_not_keep_others_waiting() -> None:
    unreadable = tuple(Lying(f"w{k:02d}", 50 + 75 * (k % 8), 60 + 115 * (k // 8)) for k in range(16))

    class Unclear(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            return [
                one if one.code == "m17" else Reading(one.quad, one.face)
                for one in super().read(frame, requests)
            ]

    late = Lying("m17", 300, 300)
    run = play(lambda t_s: Scene((*unreadable, late) if t_s > 1.0 else unreadable), 2.0, pipeline=Unclear())
    settled = [event.t_s for event in run.events if event.kind.value == "settled"]
    assert settled
    assert min(settled) < 1.45
