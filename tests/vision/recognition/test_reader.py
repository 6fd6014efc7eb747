"""The reader as it ships, on a drawn deck that nobody trained on: names, ways up, silence, refusals."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from models.training.drawn import PIP_CARDS, DrawnDeck, Tradition
from models.training.held_out import seeds_of
from vision.galleries.embeddings import embed_again, embed_pictures, gallery_crops
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.geometry import order_corners, upright_quad
from vision.recognition.calibration import (
    EMBEDDING_INPUTS,
    VERIFIED_INPUTS,
    Calibration,
    CalibrationError,
    MatchFeatures,
    embedding_inputs,
    logistic,
    normalized_margin,
)
from vision.recognition.embedder import Embedder
from vision.recognition.feature_index import CardFace
from vision.recognition.gallery import Gallery, GalleryError
from vision.recognition.reader import EmbeddingReader, Identification, candidates_of
from vision.recognition.views import jittered, plain_crops
from vision.types import Face, Frame, Quad, Reading, ReadRequest

SEED = 1_000_000
CODES = tuple(f"x{index}" for index in range(40, 52))
HEIGHT_PX = 220


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder(models.weights_path("embedder.onnx"))


@pytest.fixture(scope="module")
def gallery(embedder: Embedder) -> Gallery:
    pictures = {code: DrawnDeck(SEED, 480).face(int(code[1:])) for code in CODES}
    settings = EnrolmentSettings(features=120, views=0)
    return embed_again(enrol("drawn", {"only": pictures}, settings=settings, keep_pictures=True), embedder)


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return Calibration.load(models.weights_path("calibration.json"))


@pytest.fixture(scope="module")
def reader(embedder: Embedder, gallery: Gallery, calibration: Calibration) -> EmbeddingReader:
    return EmbeddingReader(embedder, [gallery], calibration)


def table(index: int, seed: int = SEED) -> tuple[Frame, Quad]:
    """One card on a plain table and its corners, from the upper left one on."""
    picture = DrawnDeck(seed, 480).face(index)
    width = round(picture.shape[1] * HEIGHT_PX / picture.shape[0])
    frame: Frame = np.full((HEIGHT_PX + 60, width + 60, 3), (60, 90, 70), np.uint8)
    frame[30:-30, 30:-30] = cv2.resize(picture, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    return frame, upright_quad((width, HEIGHT_PX)) + np.float32(29.5)


def moved(quad: Quad, x: float, y: float) -> Quad:
    return quad + np.array([x, y], np.float32)


def read(reader: EmbeddingReader, frame: Frame, quad: Quad, face: Face = Face.UP) -> Reading:
    return reader.read(frame, [ReadRequest(order_corners(quad), face)])[0]


def test_every_card_is_named_as_it_lies(reader: EmbeddingReader) -> None:
    for code in CODES:
        frame, quad = table(int(code[1:]))
        reading = read(reader, frame, quad)
        assert (reading.code, reading.deck, reading.reversed) == (code, "drawn", False)
        np.testing.assert_allclose(reading.quad, quad, atol=1e-3)
        assert reading.confidence >= 0.9


def test_upside_down_cards_start_at_their_lower_right(reader: EmbeddingReader) -> None:
    frame, quad = table(44)
    reading = read(reader, np.ascontiguousarray(frame[::-1, ::-1]), quad)
    assert (reading.code, reading.reversed) == ("x44", True)
    np.testing.assert_allclose(reading.quad, np.roll(quad, -2, axis=0), atol=1e-3)


def test_a_quarter_turned_card_is_read(reader: EmbeddingReader) -> None:
    frame, quad = table(45)
    turned = np.ascontiguousarray(np.rot90(frame))
    corners = np.stack([quad[:, 1], frame.shape[1] - 1 - quad[:, 0]], axis=1)
    reading = read(reader, turned, corners)
    assert reading.code == "x45"
    np.testing.assert_allclose(reading.quad, corners, atol=1e-3)


def test_a_strange_deck_is_not_named(reader: EmbeddingReader) -> None:
    readings = [read(reader, *table(index, seed=SEED + 2)) for index in range(40, 50)]
    assert [reading.code for reading in readings] == [None] * 10
    assert all(reading.face is Face.UP for reading in readings)


def test_silence_comes_with_candidates(reader: EmbeddingReader) -> None:
    frame, quad = table(47)
    blurred = np.asarray(cv2.GaussianBlur(frame, (0, 0), 40), np.uint8)
    reading = read(reader, blurred, quad)
    assert reading.code is None
    assert 1 <= len(reading.candidates) <= 3
    assert all(code in CODES and 0 <= value <= 1 for code, value in reading.candidates)
    assert sum(value for _, value in reading.candidates) <= 1.002  # three digits each


def test_what_the_likeliest_name_leaves_is_shared_by_the_next() -> None:
    faces = [CardFace(code, "rws", 0.6) for code in ("m01", "m02", "m03")]
    doubtful = Identification(0, False, 0.7, False, next=((1, 0.4), (2, 0.2)))
    assert candidates_of(doubtful, faces) == (("m01", 0.7), ("m02", 0.2), ("m03", 0.1))
    unlike = Identification(0, False, 0.2, False, next=((1, 0.1),))
    assert candidates_of(unlike, faces) == (("m01", 0.2), ("m02", 0.1))


def test_a_face_taken_for_a_back_is_named_all_the_same(reader: EmbeddingReader) -> None:
    reading = read(reader, *table(41), face=Face.DOWN)
    assert (reading.face, reading.code) == (Face.UP, "x41")


def test_a_card_said_to_lie_face_down_must_be_clearer(reader: EmbeddingReader) -> None:
    """A back with one round sign is like an ace: what the detector says counts."""
    frame, quad = table(46)
    at_its_bar = copy(reader)
    at_its_bar.calibration = replace(
        reader.calibration,
        embedding=(np.log(999), *[0.0] * EMBEDDING_INPUTS),
        embedding_threshold=0.998,
        verified=(-9.0, *[0.0] * VERIFIED_INPUTS),
    )
    assert read(at_its_bar, frame, quad, Face.UP).code == "x46"
    assert read(at_its_bar, frame, quad, Face.DOWN).code is None
    may_be_face = ReadRequest(order_corners(quad), Face.DOWN, may_be_face=True)
    assert [one.code for one in at_its_bar.read(frame, [may_be_face])] == ["x46"]
    assert read(reader, frame, quad, Face.DOWN).code == "x46"


def test_backs_stay_face_down_and_cost_one_glance(
    reader: EmbeddingReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a back was looked at twice")

    frame, quad = table(41)
    frame[30:-30, 30:-30] = cv2.resize(DrawnDeck(SEED, 480).back(), frame[30:-30, 30:-30].shape[1::-1])
    monkeypatch.setattr(reader.matcher, "closer", lambda frame, quads: [] if not quads else forbidden())
    reading = read(reader, frame, quad, Face.DOWN)
    assert (reading.face, reading.code) == (Face.DOWN, None)


def test_a_card_that_may_be_covered_must_be_clearer(reader: EmbeddingReader) -> None:
    """What hides under the next card may be the very pip that tells it from its neighbour."""
    frame, quad = table(46)
    open_, occluded = (
        ReadRequest(order_corners(quad), Face.UP, fast=True, occluded=c) for c in (False, True)
    )
    at_its_bar = copy(reader)
    at_its_bar.calibration = replace(
        reader.calibration, embedding=(np.log(999), *[0.0] * EMBEDDING_INPUTS), embedding_threshold=0.998
    )
    assert [one.code for one in at_its_bar.read(frame, [open_, occluded])] == ["x46", None]
    assert [one.code for one in reader.read(frame, [open_, occluded])] == ["x46", "x46"]


def test_a_likely_name_says_at_least_that_the_card_lies_face_up(reader: EmbeddingReader) -> None:
    frame, quad = table(46)
    card = ReadRequest(order_corners(quad), Face.DOWN, fast=True)
    for odds, face in ((19, Face.UP), (4, Face.DOWN)):
        unsure = copy(reader)
        unsure.calibration = replace(
            reader.calibration, embedding=(np.log(odds), *[0.0] * EMBEDDING_INPUTS), embedding_threshold=0.998
        )
        reading = unsure.read(frame, [card])[0]
        assert (reading.face, reading.code) == (face, None)


def test_plain_paper_is_never_named_and_a_lone_sign_on_it_is(
    embedder: Embedder, calibration: Calibration
) -> None:
    dark: Frame = np.full((480, 280, 3), (30, 45, 48), np.uint8)
    blade = dark.copy()
    cv2.line(blade, (130, 290), (150, 190), (150, 140, 90), 9, cv2.LINE_AA)
    faces = {"blade": blade, "nothing": np.full_like(dark, 240), "x46": DrawnDeck(SEED, 480).face(46)}
    settings = EnrolmentSettings(features=120, views=0)
    gallery = embed_again(enrol("plain", {"only": faces}, settings=settings, keep_pictures=True), embedder)
    reader = EmbeddingReader(embedder, [gallery], calibration)
    frame, quad = table(46)
    x, y, w, h = cv2.boundingRect(quad.astype(np.float32))

    def named(face: Frame) -> str | None:
        shown = frame.copy()
        shown[y : y + h, x : x + w] = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA)
        blurred = np.asarray(cv2.GaussianBlur(shown, (0, 0), 0.8), np.uint8)
        return read(reader, blurred, moved(upright_quad((w, h)), x, y)).code

    assert named(blade) == "blade"
    assert [named(np.full_like(dark, level)) for level in (20, 60, 120, 225, 240)] == [None] * 5
    assert named(dark) is None


def test_a_card_that_looks_wider_than_high_is_read(reader: EmbeddingReader) -> None:
    face = DrawnDeck(SEED, 480).face(46)
    low: Frame = np.full((300, 400, 3), (70, 90, 60), np.uint8)
    low[90:210, 130:270] = cv2.resize(face, (140, 120), interpolation=cv2.INTER_AREA)
    seen = order_corners(moved(upright_quad((140, 120)), 130, 90))
    reading = read(reader, low, seen)
    assert reading.code == "x46"
    np.testing.assert_allclose(reading.quad[0], (130, 90), atol=1)
    assert reading.reversed is False


def test_no_detections_give_no_readings(reader: EmbeddingReader) -> None:
    assert reader.read(np.zeros((50, 50, 3), np.uint8), []) == []


def test_a_gallery_of_another_embedder_is_refused(
    embedder: Embedder, gallery: Gallery, calibration: Calibration
) -> None:
    assert gallery.embeddings is not None
    foreign = gallery.with_embeddings(replace(gallery.embeddings, digest="0" * 64))
    with pytest.raises(GalleryError, match="made by another embedder"):
        EmbeddingReader(embedder, [foreign], calibration)
    with pytest.raises(GalleryError, match="calibration file belongs to another embedder"):
        EmbeddingReader(embedder, [gallery], replace(calibration, embedder="0" * 64))


def test_a_deck_with_pictures_embeds_itself_again(embedder: Embedder, gallery: Gallery) -> None:
    assert gallery.embeddings is not None
    foreign = gallery.with_embeddings(replace(gallery.embeddings, digest="0" * 64))
    again = embed_again(foreign, embedder).embeddings_by(embedder.digest)
    np.testing.assert_array_equal(again.vectors, gallery.embeddings.vectors)
    with pytest.raises(GalleryError, match="made by another embedder"):
        embed_again(replace(foreign, pictures=()), embedder)


def test_gallery_rows_come_in_pairs(embedder: Embedder) -> None:
    crops = gallery_crops(DrawnDeck(SEED, 300).face(44), embedder.size_wh)
    assert len(crops) == 10
    for upright, turned in zip(crops[::2], crops[1::2], strict=True):
        assert np.array_equal(upright, turned[::-1, ::-1])
    made = embed_pictures(["a", "b"], ["p"], [("b", "p", DrawnDeck(SEED, 300).face(44))], embedder)
    assert made.card.tolist() == [1] * 10


def test_the_certainty_file_round_trips(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "calibration.json")
    assert Calibration.load(tmp_path / "calibration.json") == calibration


@pytest.mark.parametrize("content", [None, "", "{}", "[1]", '{"embedding": "x"}'])
def test_a_damaged_certainty_file_is_one_clear_line(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CalibrationError, match="is no calibration file") as raised:
        Calibration.load(path)
    assert "\n" not in str(raised.value)


def test_an_unknown_entry_in_the_certainty_file_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "calibration.json")
    entries = json.loads((tmp_path / "calibration.json").read_text())
    (tmp_path / "calibration.json").write_text(json.dumps({**entries, "mood": 1}))
    with pytest.raises(CalibrationError):
        Calibration.load(tmp_path / "calibration.json")


def test_a_certainty_file_of_other_inputs_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    """One of an earlier version would stop the session at the first card, not here."""
    path = tmp_path / "calibration.json"
    replace(calibration, embedding=calibration.embedding[:-1]).save(path)
    with pytest.raises(CalibrationError, match="4 and 7 weights"):
        Calibration.load(path)


def test_more_similarity_and_lead_mean_more_certainty_and_a_plain_face_less(calibration: Calibration) -> None:
    def said(similarity: float, margin: float, plainness: float) -> float:
        return logistic(calibration.embedding, embedding_inputs(MatchFeatures(similarity, margin, plainness)))

    assert said(0.8, 0.3, 0.2) > said(0.6, 0.3, 0.2)
    assert said(0.6, 0.3, 0.2) > said(0.6, 0.05, 0.2)
    assert said(0.7, 0.3, 0.2) > said(0.7, 0.3, 0.7)


def test_a_spot_on_paper_is_a_rival_of_a_face_that_looks_like_it(reader: EmbeddingReader) -> None:
    """Backs with one round sign lead all other names for a plain ace."""
    frame, quad = table(45)
    match = reader.matcher.once(frame, [order_corners(quad)])[0]
    plain = copy(reader)
    plain._plainness = np.full_like(reader._plainness, match.similarity - 0.01)
    assert plain.match_features(match, match.face).margin == pytest.approx(0.01, abs=1e-5)
    assert reader.match_features(match, match.face).margin > 0.1


def test_neither_plain_nor_spotted_paper_leads_for_any_name(reader: EmbeddingReader) -> None:
    matches = reader.matcher.of_crops(plain_crops(reader.embedder.size_wh))
    assert max(reader.match_features(match, match.face).margin for match in matches) < 1e-6


def test_a_lead_says_more_where_the_card_is_seen_well() -> None:
    assert normalized_margin(0.95, 0.1) > 3 * normalized_margin(0.55, 0.1) > 0
    assert normalized_margin(1.0, 0.0) == 0


def test_many_riddles_may_be_left_to_others(
    embedder: Embedder, gallery: Gallery, calibration: Calibration, reader: EmbeddingReader
) -> None:
    fast = EmbeddingReader(embedder, [gallery], calibration, max_second_pass=0)
    shown = [table(int(code[1:])) for code in CODES]
    halves = [(frame, np.stack([q[0], q[1], (q[1] + q[2]) / 2, (q[0] + q[3]) / 2])) for frame, q in shown]
    patient_names = [read(reader, frame, quad).code for frame, quad in halves]
    hurried_names = [read(fast, frame, quad).code for frame, quad in halves]
    assert hurried_names.count(None) > patient_names.count(None)
    assert read(fast, *shown[0]).code == CODES[0]


def test_a_card_is_named_where_else_it_may_lie(reader: EmbeddingReader) -> None:
    frame, quad = table(44)
    right_half = np.stack([(quad[0] + quad[1]) / 2, quad[1], quad[2], (quad[2] + quad[3]) / 2])
    wrong = (order_corners(right_half) + np.array([20, 25], np.float32)).astype(np.float32)
    assert read(reader, frame, wrong).code is None
    detection = ReadRequest(wrong, Face.UP, (wrong, order_corners(quad)))
    (reading,) = reader.read(frame, [detection])
    assert reading.code == "x44"
    np.testing.assert_allclose(reading.quad, quad, atol=1e-3)


@pytest.mark.parametrize("step", [(0.09, 0.0), (-0.09, 0.0), (0.0, 0.12), (0.09, -0.09)])
def test_a_card_is_found_a_little_to_one_side_of_where_it_was_thought_to_lie(
    reader: EmbeddingReader, step: tuple[float, float]
) -> None:
    frame, quad = table(44)
    astray = moved(quad, *(HEIGHT_PX * share for share in step))
    in_a_hurry, patient = (ReadRequest(astray, Face.UP, fast=fast) for fast in (True, False))
    alone = replace(reader.calibration, verified_threshold=1.1)  # local features would find it, too
    by_embeddings = copy(reader)
    by_embeddings.calibration = alone
    assert by_embeddings.read(frame, [in_a_hurry])[0].code is None
    # A place a little aside may leave out what is hidden: nobody looks there for a covered card.
    assert by_embeddings.read(frame, [replace(patient, occluded=True)])[0].code is None
    assert by_embeddings.read(frame, [replace(patient, quad=quad, occluded=True)])[0].code == "x44"
    reading = by_embeddings.read(frame, [patient])[0]
    assert reading.code == "x44"
    assert np.abs(reading.quad - quad).max() < 0.08 * HEIGHT_PX


@pytest.mark.parametrize("blank", [False, True], ids=["its own features", "none"])
def test_a_part_is_taken_for_a_card_only_where_local_features_bear_it_out(
    embedder: Embedder, gallery: Gallery, calibration: Calibration, *, blank: bool
) -> None:
    frame, quad = table(45)
    if blank:
        frame[:] = 250
    trusting = replace(calibration, verified=(9.0, *[0.0] * VERIFIED_INPUTS), worth_verifying=-1.0)
    reader = EmbeddingReader(embedder, [gallery], trusting)
    half = quad.copy()
    half[2:] = (quad[2:] + quad[[1, 0]]) / 2
    card = ReadRequest(half, Face.UP)
    silent = Identification(gallery.codes.index("x45"), False, 0.0, sure=False)
    found = reader._as_part(frame, card, silent)
    assert found.sure is not blank
    assert blank or found.quad is not None


def test_shifted_quads_go_to_all_sides() -> None:
    quad = upright_quad((60, 100))
    centres = {tuple(np.round(q.mean(axis=0) - quad.mean(axis=0)).astype(int)) for q in jittered(quad, 0.1)}
    assert centres == {(x, y) for x in (-10, 0, 10) for y in (-10, 0, 10)} - {(0, 0)}


@pytest.mark.parametrize(("elsewhere", "named"), [(0, True), (9, False)])
def test_the_best_of_many_places_must_be_as_many_times_as_clear(
    embedder: Embedder, gallery: Gallery, calibration: Calibration, elsewhere: int, named: bool
) -> None:
    frame, quad = table(45)
    mild = tuple(weight / 10 for weight in calibration.embedding)
    easy = replace(calibration, embedding=mild, embedding_threshold=0.01, worth_verifying=2.0)
    sure = read(EmbeddingReader(embedder, [gallery], easy), frame, quad).confidence
    odds = sure / (1 - sure) / 3
    strict = EmbeddingReader(embedder, [gallery], replace(easy, embedding_threshold=odds / (1 + odds)))
    places = (quad, *(moved(quad, -90 - number, 0) for number in range(elsewhere)))
    reading = strict.read(frame, [ReadRequest(moved(quad, -90, 0), Face.UP, places)])[0]
    assert reading.code == ("x45" if named else None)


@pytest.mark.parametrize(("height_px", "named"), [(220, True), (80, False)])
def test_a_small_card_of_a_single_picture_must_be_ten_times_as_clear(
    embedder: Embedder, gallery: Gallery, calibration: Calibration, height_px: int, named: bool
) -> None:
    frame, quad = table(45)
    scale = height_px / HEIGHT_PX
    small = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    corners = np.asarray(quad * scale, np.float32)
    mild = tuple(
        weight / 10 for weight in calibration.embedding
    )  # a clear card's probability is not rounded to 1
    easy = replace(calibration, embedding=mild, embedding_threshold=0.01, worth_verifying=2.0)
    sure = read(EmbeddingReader(embedder, [gallery], easy), small, corners).confidence
    odds = sure / (1 - sure) / 30  # three times as clear as one doubt asks, a third of what two ask
    strict = replace(easy, embedding_threshold=odds / (1 + odds))
    reading = read(EmbeddingReader(embedder, [gallery], strict, single_pictures=True), small, corners)
    assert reading.code == ("x45" if named else None)


def under_another(index: int, other: int) -> tuple[Frame, Quad, Quad]:
    """A card of which two fifths of the width lie under another one; its quad, and the other's."""
    frame, quad = table(index)
    above, _ = table(other)
    width = frame.shape[1] - 60
    away = round(0.6 * width)
    wide = cv2.copyMakeBorder(frame, 0, 0, 0, width, cv2.BORDER_CONSTANT, value=(60, 90, 70))
    wide[30:-30, 30 + away : 30 + away + width] = above[30:-30, 30:-30]
    return np.asarray(wide, np.uint8), quad, moved(quad, away, 0)


def test_what_lies_on_a_card_says_nothing_of_it(reader: EmbeddingReader) -> None:
    """What is known to cover a card may be any card: it is read as surely."""

    def log_odds(other: int, *, told: bool) -> float:
        frame, quad, cover = under_another(40, other)
        found = reader._best(frame, ReadRequest(quad, Face.UP), (quad,), (cover,) if told else ())
        assert found is not None
        assert reader.index.faces[found.face].code == "x40"
        return float(np.log(found.certainty / (1 - found.certainty)))

    known = [log_odds(other, told=True) for other in range(41, 46)]
    guessed = [log_odds(other, told=False) for other in range(41, 46)]
    assert np.ptp(known) < 1e-3 < 1 < np.ptp(guessed)


def test_a_card_under_another_is_read(reader: EmbeddingReader) -> None:
    for index in (40, 43, 47, 50):
        frame, quad, cover = under_another(index, index + 1)
        reading = reader.read(frame, [ReadRequest(quad, Face.UP, fast=True, covers=(cover,))])[0]
        assert reading.code == f"x{index}"


def reader_of_pips(seed: int, embedder: Embedder, calibration: Calibration) -> EmbeddingReader:
    pictures = {f"x{index}": DrawnDeck(seed, 480).face(index) for index in range(PIP_CARDS)}
    settings = EnrolmentSettings(features=60, views=0)
    enrolled = enrol("pips", {"only": pictures}, settings=settings, keep_pictures=True)
    return EmbeddingReader(embedder, [embed_again(enrolled, embedder)], calibration)


def test_a_covered_card_is_not_what_it_would_be_a_little_aside(
    embedder: Embedder, calibration: Calibration
) -> None:
    """Of three signs in a row one is hidden, and the corners err: there are two, in the middle, and they are two."""
    seed = list(seeds_of((Tradition.PIPS,) * 3, SEED))[-1]
    reader = reader_of_pips(seed, embedder, calibration)
    above, _ = table(42, seed)
    frame, quad = table(22, seed)
    width = frame.shape[1] - 60
    hidden = width // 4
    frame[30:-30, 30 : 30 + hidden] = above[30:-30, 30 + width - hidden : 30 + width]
    request = ReadRequest(order_corners(moved(quad, 0.06 * HEIGHT_PX, 0)), Face.UP, fast=True, occluded=True)
    assert reader.read(frame, [request])[0].code is None

    seen_once = copy(reader)
    seen_once.matcher = copy(reader.matcher)
    seen_once.matcher.beside = lambda frame, quad, match, covers=(): match  # type: ignore[method-assign]
    assert seen_once.read(frame, [request])[0].code == "x21"


def test_small_pips_out_of_focus_are_named(embedder: Embedder, calibration: Calibration) -> None:
    seed = next(seeds_of((Tradition.PIPS,), SEED))
    reader = reader_of_pips(seed, embedder, calibration)
    scale = 44 / HEIGHT_PX
    silent = []
    for code in (f"x{index}" for index in range(PIP_CARDS)):
        frame, quad = table(int(code[1:]), seed)
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.6), np.uint8)
        reading = reader.read(soft, [ReadRequest(order_corners(quad * scale), Face.UP, fast=True)])[0]
        assert reading.code in (code, None)
        silent += [code] * (reading.code is None)
    assert len(silent) <= 2, silent
