"""The picture and the film to share: whole sentences, none twice, and no half empty picture."""

from __future__ import annotations

import itertools
import re
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageDraw

from webui.http.images.film import FILM_WH, frames_of
from webui.http.images.lettering import font, lines_of
from webui.http.images.poster import FOOT_TOP, GAP, POSTER_WH, TOP, draw_poster
from webui.table.contract.moments import Moment, Moments
from webui.table.contract.sessions import SessionLine

LONG = "Doctor Wilhelmina Harker-Szymborska"
TITLE = "The long and winding Tale of the Orphanage at Frankenstein Castle"
NIGHT = SessionLine(
    id="a", name=TITLE, started="2026-11-20T21:14:07+00:00", tonight=False, throws=1, who=[], picture=None
)


def moments(count: int, who: str = LONG) -> Moments:
    """So many moments; the first two have the same verdict."""
    shown = [
        Moment(
            kind="odds", entry=number, at="21:14:07", seat="ann", name=who, side="players", card="p12",
            card_name="Knight of Pentacles", value=12, critical=False, crop=None, label="Gegen die Wahrscheinlichkeit",
            said=f"{who}'s Knight of Pentacles, a chance of 0.4%, 12 > {number}.",
            headline=f"{who} hits The Ghoul, 12 > {max(2, number)}; {who} holds off The Ghoul, 9 > 4",
        )
        for number in range(1, count + 1)
    ]  # fmt: skip
    return Moments(session=NIGHT, moments=shown, luck=[f"{who} was lucky: 7 of 12."] * 3, unconfirmed=0)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[float, ...], str]]:
    """Every line that is written: its box, and the text."""
    lines: list[tuple[tuple[float, ...], str]] = []
    write = ImageDraw.ImageDraw.text

    def text(draw: ImageDraw.ImageDraw, xy: tuple[float, float], said: str, **how: Any) -> None:
        lines.append((draw.textbbox(xy, said, how["font"], how["anchor"]), said))
        write(draw, xy, said, **how)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    return lines


def whole(lines: list[tuple[tuple[float, ...], str]]) -> str:
    """All that is written, in one line."""
    return re.sub(r"\s+", " ", " ".join(said for _, said in lines))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_each_sentence_of_the_picture_is_whole_and_stands_once(
    count: int, written: list[tuple[tuple[float, ...], str]]
) -> None:
    of = moments(count)
    draw_poster(of, TITLE, "20 November 2026")
    text = whole(written)
    for sentence in (TITLE, *(each.said for each in of.moments), *{each.headline for each in of.moments}):
        assert text.count(sentence) == 1, sentence
    boxes = [box for box, _ in written]
    assert all(box[0] >= 30 and box[2] <= POSTER_WH[0] - 30 and box[3] <= POSTER_WH[1] - 30 for box in boxes)
    below = itertools.pairwise(boxes)
    assert all(one[3] <= other[1] + 4 for one, other in below), "no line lies on another"


@pytest.mark.parametrize("who", ["Ben", LONG])
@pytest.mark.parametrize("count", [1, 3, 6])
def test_few_moments_fill_the_picture(count: int, who: str) -> None:
    of = moments(count, who).model_copy(update={"luck": []})
    png = draw_poster(of, "Tonight", "")
    picture = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE))
    inside = picture[TOP : FOOT_TOP - GAP, 60:-60] > 60
    used = np.flatnonzero(inside.any(axis=1))
    assert np.diff(used, prepend=0, append=len(inside)).max() < 0.12 * len(inside), "no empty band"


@pytest.mark.parametrize("who", ["Ben", LONG])
def test_each_sentence_of_the_film_is_whole(who: str, written: list[tuple[tuple[float, ...], str]]) -> None:
    of = moments(1, who)
    assert len(list(frames_of(of, TITLE, "20 November 2026"))) == 240
    text = whole(written)
    for sentence in (TITLE, of.moments[0].said, of.moments[0].headline, of.luck[0]):
        assert sentence in text
    assert all(box[0] >= 20 and box[2] <= FILM_WH[0] - 20 and box[3] <= FILM_WH[1] - 16 for box, _ in written)


@given(st.text("ab W-", max_size=60), st.integers(40, 400))
@settings(max_examples=60, deadline=None)
def test_lines_hold_every_letter_and_are_no_wider(text: str, width_px: int) -> None:
    letters = font("text", 28)
    lines = lines_of(text, letters, width_px)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(letters.getlength(line) <= width_px for line in lines)
