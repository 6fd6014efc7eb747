"""Scoring a replayed clip against its labels: spans in which a card can be named, and where none is.

The rules are those of the labels' own scorer in the main; that one reads what ``replay --events`` writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from tests.benchmarks.tapes.scores import NameScore, SessionScore
from vision.types import Box, Event, EventKind, FrameResult, Quad

KEPT_S: Final = 0.5
LATE_S: Final = 0.5
SAME_PLACE: Final = 0.4
"""What the smaller of two boxes shares with the other, if both are of one card."""

LABEL_SLACK_S: Final = 0.65
"""A label may begin so much late, or end so much early."""

MOST_SMALLER: Final = 0.08
"""A box that is smaller than this share of the other one is a piece of it."""


def score_clip(results: Sequence[FrameResult], labels: Mapping[str, Any], into: SessionScore) -> None:
    """Score a clip."""
    spans = [one for one in labels.get("codes", ()) if not one.get("optional")]
    events = [event for result in results for event in result.events if event.track is not None]
    into.names = [_span_score(span, results, events) for span in spans]
    quiet = (*labels.get("unsure", ()), *labels.get("backs", ()))
    known = [one for one in (*labels.get("codes", ()), *quiet) if one.get("box")]
    for event in events:
        is_labelled = any(_is_in_label(event, one) for one in known)
        into.false_positives += event.kind is EventKind.APPEARED and not is_labelled
        named = event.kind is EventKind.SETTLED and event.track is not None and event.track.code is not None
        into.stray_names += named and not is_labelled


def _span_score(
    span: Mapping[str, Any], results: Sequence[FrameResult], events: Iterable[Event]
) -> NameScore:
    start_s, end_s, box = span["t_from"], span["t_to"], span["box"]
    during = [one for one in results if start_s <= one.t_s <= end_s + LATE_S]
    named = (
        one.t_s for one in during if any(t.code == span["code"] and _meet(t.quad, box) for t in one.tracks)
    )
    named_s = next(named, None)
    wrong = any(
        event.kind is EventKind.SETTLED and event.track.code not in (None, span["code"])
        for event in events
        if event.track and start_s <= event.t_s <= end_s and _meet(event.track.quad, box)
    )
    before = [
        (track.id, track.code)
        for track in (during[0].tracks if during else ())
        if track.code not in (None, span["code"]) and _meet(track.quad, box)
    ]
    kept_s = [one.t_s - start_s for one in during if any((t.id, t.code) in before for t in one.tracks)]
    delay_s = None if named_s is None else named_s - start_s
    return NameScore(
        f"{span['code']}@{start_s:.2f}",
        right=named_s is not None,
        wrong=wrong,
        kept=max(kept_s, default=0.0) > KEPT_S,
        delay_s=delay_s,
    )


def _is_in_label(event: Event, label: Mapping[str, Any]) -> bool:
    assert event.track is not None
    start_s, end_s = float(label["t_from"]) - LABEL_SLACK_S, float(label["t_to"]) + LABEL_SLACK_S
    quad, box = event.track.quad, label["box"]
    return start_s <= event.t_s <= end_s and (_meet(quad, box) or _lies_in(quad, box))


def _lies_in(quad: Quad, box: Box) -> bool:
    """Tell whether half of a quad's upright box or more lies in a label's."""
    first, last = quad.min(axis=0), quad.max(axis=0)
    shared = np.clip(np.minimum(last, box[2:]) - np.maximum(first, box[:2]), 0, None)
    return bool(shared.prod() >= 0.5 * (last - first).prod())


def _meet(quad: Quad, box: Box) -> bool:
    """Tell whether a quad and an upright box are of one card: what a hand or the frame cuts still meets its label."""
    own: list[float] = [*quad.min(axis=0).tolist(), *quad.max(axis=0).tolist()]
    wide, high = min(own[2], box[2]) - max(own[0], box[0]), min(own[3], box[3]) - max(own[1], box[1])
    if wide <= 0 or high <= 0:
        return False
    small, large = sorted(((own[2] - own[0]) * (own[3] - own[1]), (box[2] - box[0]) * (box[3] - box[1])))
    return small / large > MOST_SMALLER and wide * high / small >= SAME_PLACE
