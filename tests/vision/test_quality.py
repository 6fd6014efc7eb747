"""The camera aid names what is wrong, grows worse as it gets worse, and is silent on a good picture."""

from __future__ import annotations

import warnings

import cv2
import numpy as np
import pytest

from models import housedeck
from vision.quality import Flaw, assess, level
from vision.types import Frame, Quad
from vision.virtual import VirtualTable


def table(
    height_px: int = 120, light: float = 1.0, blur_px: float = 0.0, glare: float = 0.0, cloth: float = 1.0
) -> tuple[Frame, list[Quad]]:
    """Four cards on a cloth, darker, out of focus, or with a burnt-out band across them; or on a darker cloth."""
    rng = np.random.default_rng(3)
    frame = rng.normal((60 * cloth, 90 * cloth, 70 * cloth), 6, (720, 1280, 3))
    quads = []
    width_px = round(height_px * 7 / 12)
    for i, code in enumerate(("m05", "w07", "c12", "s03")):
        face = cv2.resize(housedeck.faces()[code], (width_px, height_px), interpolation=cv2.INTER_AREA)
        x, y = 200 + 220 * i, 300
        frame[y : y + height_px, x : x + width_px] = face
        if glare:
            frame[y : y + round(height_px * glare), x : x + width_px] = 255
        corners = [[x, y], [x + width_px, y], [x + width_px, y + height_px], [x, y + height_px]]
        quads.append(np.array(corners, np.float32))
    if blur_px:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), blur_px), np.float64)
    noisy = frame * light + rng.normal(0, 2, frame.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), quads


def flaws(frame: Frame, quads: list[Quad]) -> set[Flaw]:
    return {grade.flaw for grade in assess(frame, quads) if grade.is_flawed}


def test_a_good_picture_needs_no_word() -> None:
    frame, quads = table()
    assert flaws(frame, quads) == set()
    assert level(assess(frame, quads)) >= 0.5


@pytest.mark.parametrize(
    ("trouble", "flaw"),
    [
        ({"light": 0.15}, Flaw.TOO_DARK),
        ({"blur_px": 5.0}, Flaw.BLURRED),
        ({"height_px": 48}, Flaw.TOO_FAR),
        ({"glare": 0.4}, Flaw.GLARE),
    ],
)
def test_each_trouble_is_named(trouble: dict[str, float], flaw: Flaw) -> None:
    assert flaw in flaws(*table(**trouble))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "values", "flaw"),
    [
        ("light", (1.0, 0.5, 0.2, 0.1), Flaw.TOO_DARK),
        ("blur_px", (0.0, 1.5, 3.0, 6.0), Flaw.BLURRED),
        ("height_px", (160, 80, 60, 44), Flaw.TOO_FAR),
        ("glare", (0.0, 0.1, 0.2, 0.4), Flaw.GLARE),
    ],
)
def test_worse_is_graded_worse(name: str, values: tuple[float, ...], flaw: Flaw) -> None:
    grades = []
    for value in values:
        found = next(g for g in assess(*table(**{name: value})) if g.flaw is flaw)  # type: ignore[arg-type]
        grades.append(found.grade)
    assert grades == sorted(grades, reverse=True)
    assert grades[0] > grades[-1]


def test_bright_cards_on_a_black_cloth_need_no_lamp() -> None:
    frame, quads = table(cloth=0.1)
    assert flaws(frame, quads) == set()
    assert flaws(frame, []) == {Flaw.TOO_DARK}, "while there are none, the cloth is all that tells"
    assert Flaw.TOO_DARK in flaws(*table(cloth=0.1, light=0.2))


def test_the_height_is_told_in_pixels() -> None:
    grade = next(grade for grade in assess(*table(height_px=48)) if grade.flaw is Flaw.TOO_FAR)
    assert grade.measured == pytest.approx(48, abs=1)


def test_an_empty_table_says_nothing_of_distance() -> None:
    frame, _ = table()
    assert Flaw.TOO_FAR not in {grade.flaw for grade in assess(frame, [])}


def test_a_covered_lens_is_hopeless() -> None:
    assert level(assess(np.zeros((720, 1280, 3), np.uint8), [])) == 0.0


def empty_table(seed: int, blur_px: float, clutter: int) -> Frame:
    faces = {"m05": housedeck.faces()["m05"]}
    table = VirtualTable(seed, faces, housedeck.back(), seconds=1, blur_px=blur_px, clutter=clutter)
    return table.render(0).image


@pytest.mark.parametrize("seed", [0, 2, 6, 11, 21])
def test_before_play_focus_is_measured_on_what_lies_about(seed: int) -> None:
    """Seeds of cloth, felt and damask, lit from one side; no card lies there yet."""
    assert Flaw.BLURRED not in flaws(empty_table(seed, 0.7, clutter=4), [])
    assert Flaw.BLURRED in flaws(empty_table(seed, 5.0, clutter=4), [])


def test_nothing_is_said_of_focus_where_nothing_has_an_edge() -> None:
    grades = assess(empty_table(6, 0.7, clutter=0), [])
    assert Flaw.BLURRED not in {grade.flaw for grade in grades}
    assert level(grades) >= 0.5


def blank(kind: str, noise: float, quality: int | None = None) -> Frame:
    """A picture that shows nothing: one colour, light that falls off, or a lens with its cap on."""
    rows, columns = np.mgrid[0:720, 0:1280]
    grey = {
        "green": np.broadcast_to(np.array((40.0, 160.0, 40.0)), (720, 1280, 3)),
        "white": np.full((720, 1280, 3), 245.0),
        "black": np.full((720, 1280, 3), 3.0),
        "down": np.repeat((rows / 720 * 255)[..., None], 3, axis=2),
        "across": np.repeat(((rows / 720 + columns / 1280) * 127)[..., None], 3, axis=2),
        "round": np.repeat(
            255 - 200 * np.hypot(rows / 720 - 0.5, columns / 1280 - 0.5)[..., None], 3, axis=2
        ),
    }[kind]
    drawn = np.random.default_rng(7).normal(grey, noise) if noise else grey
    frame = np.clip(drawn, 0, 255).astype(np.uint8)
    if quality is None:
        return frame
    _, coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)


@pytest.mark.parametrize("kind", ["green", "white", "black", "down", "across", "round"])
@pytest.mark.parametrize(("noise", "quality"), [(0, None), (2, None), (6, None), (15, None), (4, 60)])
def test_a_picture_without_structure_shows_no_table(kind: str, noise: float, quality: int | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Flaw.NO_TABLE in flaws(blank(kind, noise, quality), [])


@pytest.mark.parametrize("size_wh", [(640, 480), (1920, 1080), (160, 120), (8, 6), (1, 1)])
def test_no_table_is_seen_in_one_colour_of_any_size(size_wh: tuple[int, int]) -> None:
    width, height = size_wh
    assert Flaw.NO_TABLE in flaws(np.full((height, width, 3), 90, np.uint8), [])


@pytest.mark.parametrize("seed", range(12))
def test_a_bare_cloth_is_a_table(seed: int) -> None:
    assert Flaw.NO_TABLE not in flaws(empty_table(seed, 0.7, clutter=0), [])


def test_cards_on_a_plain_ground_are_enough() -> None:
    frame, quads = table()
    assert Flaw.NO_TABLE not in flaws(frame, quads)
    assert Flaw.NO_TABLE not in flaws(frame, [])


def test_a_drawn_picture_with_flat_ground_beside_its_edges_is_measured_without_a_warning() -> None:
    frame = np.full((720, 1280, 3), (40, 160, 40), np.uint8)
    cv2.rectangle(frame, (500, 200), (700, 540), (240, 240, 240), -1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert level(assess(frame, [])) >= 0.5
