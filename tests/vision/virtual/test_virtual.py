from __future__ import annotations

import ast
import statistics
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.types import Event, EventKind, Face, Frame
from vision.virtual import CrowdedTableError, Script, Throw, VirtualTable, Wish
from vision.virtual.camera.optics import TableCamera
from vision.virtual.plays.kinematics import Seat
from vision.virtual.plays.script import Dealer
from vision.virtual.sprites import Sizes, card_sheet
from vision.virtual.stage import CARDS_AT_HAND, CardSheets
from vision.virtual.truth import Phase, TrueCard, Truth, truth_of

ROOT = Path(__file__).resolve().parents[3]
CODES = (*(f"m{n:02d}" for n in range(22)), *(f"{s}{n:02d}" for s in "wcsp" for n in range(1, 15)))
CLEAN = {"noise": 0.0, "jpeg_quality": 0, "blur_px": 0.0, "sharpen": 0.0, "glare": 0.0, "flicker": 0.0}
EVEN = {**CLEAN, "lamp": "day", "level": 0.8, "unevenness": 0.0, "surface": "felt", "clutter": 0}


def faces() -> dict[str, Frame]:
    """Cards that are green at the top and blue below, so that the way up can be seen."""
    picture = np.zeros((180, 105, 3), np.uint8)
    picture[:90], picture[90:] = (0, 230, 0), (230, 0, 0)
    return dict.fromkeys(CODES, picture)


def back() -> Frame:
    picture = np.zeros((180, 105, 3), np.uint8)
    picture[:] = (255, 0, 255)
    return picture


def table(seed: int = 1, **options: object) -> VirtualTable:
    return VirtualTable(seed, faces(), back(), **options)  # type: ignore[arg-type]


def life(events: list[Event]) -> dict[int, list[EventKind]]:
    """What happened to each card, in order."""
    cards: dict[int, list[EventKind]] = defaultdict(list)
    for event in events:
        assert event.track is not None
        cards[event.track.id].append(event.kind)
    return cards


def quiet_frame(camera: VirtualTable, truth: Truth, face: Face) -> tuple[Frame, list[TrueCard]]:
    """A picture without hands in which cards lie, and those that show ``face``."""
    for number in camera.frame_numbers():
        true = truth.at(number)
        lying = [card for card in true.cards if card.face is face]
        if lying and not true.hands and all(card.phase is Phase.LYING for card in true.cards):
            return camera.render(number).image, lying
    raise AssertionError(f"no quiet frame with a card {face}")


def test_the_same_seed_gives_the_same_pictures_and_another_seed_others() -> None:
    one, again, other = (table(seed, size_wh=(640, 360), card_height_px=70.0) for seed in (5, 5, 6))
    for number in (0, 70, 150):
        image = one.render(number).image
        assert np.array_equal(image, again.render(number).image)
        assert not np.array_equal(image, other.render(number).image)


def test_frames_do_not_depend_on_what_was_asked_before() -> None:
    rendered, asked = (table(3, seconds=8.0, size_wh=(640, 360), card_height_px=70.0) for _ in range(2))
    in_order = {timed.frame: timed.image for timed in rendered if timed.frame in (100, 200)}
    assert all(np.array_equal(asked.render(number).image, in_order[number]) for number in (200, 100))


def test_frames_carry_their_number_and_the_sources_clock() -> None:
    timed = list(table(seconds=0.5, fps=10.0, size_wh=(320, 180), card_height_px=35.0))
    assert [frame.frame for frame in timed] == [0, 1, 2, 3, 4]
    assert [frame.t_s for frame in timed] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])
    assert timed[0].image.shape == (180, 320, 3)


@pytest.mark.parametrize("face", Face)
def test_a_true_quad_holds_its_card_and_nothing_else(face: Face) -> None:
    camera = table(2, **EVEN)
    image, cards = quiet_frame(camera, truth_of(camera), face)
    bright = image.max(2) > 110
    for card in cards:
        inside: Frame = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.round(card.quad).astype(np.int32), 255)
        core, around = cv2.erode(inside, np.ones((9, 9))) > 0, cv2.dilate(inside, np.ones((15, 15))) > 0
        ring = around & (cv2.dilate(inside, np.ones((5, 5))) == 0)
        assert bright[core].mean() > 0.99
        assert bright[ring].mean() < 0.02


def test_a_true_quad_starts_at_the_upright_cards_top_left() -> None:
    camera = table(2, **EVEN)
    image, cards = quiet_frame(camera, truth_of(camera), Face.UP)
    for card in cards:
        top_left, top_right, low_right, low_left = card.quad
        upper = (top_left + top_right) * 0.4 + (low_left + low_right) * 0.1
        lower = (top_left + top_right) * 0.1 + (low_left + low_right) * 0.4
        blue, green, _ = image[round(float(upper[1])), round(float(upper[0]))]
        assert green > blue
        blue, green, _ = image[round(float(lower[1])), round(float(lower[0]))]
        assert blue > green
        assert card.reversed == (top_left[1] > low_left[1])


@pytest.mark.parametrize("seed", range(4))
def test_every_card_lives_a_whole_life(seed: int) -> None:
    """Put down, at rest, turned over, at rest again, perhaps pushed, gone."""
    throws = [Throw(("m01", "w02"), ("c03",)), Throw(("s04",), ("p05", "m06", "w07"))]
    camera = table(seed, throws=throws)
    events = list(truth_of(camera).events())
    assert [event.t_s for event in events] == sorted(event.t_s for event in events)
    assert len(life(events)) == 7
    for kinds in life(events).values():
        calm = [kind for kind in kinds if kind is not EventKind.MOVED]
        assert calm[:4] == [EventKind.APPEARED, EventKind.SETTLED, EventKind.FLIPPED, EventKind.SETTLED]
        assert calm[4:] == [EventKind.SETTLED] * kinds.count(EventKind.MOVED) + [EventKind.LEFT]


def test_events_tell_a_cards_name_only_while_it_lies_face_up() -> None:
    events = list(truth_of(table(4, seconds=20.0), deck="house").events())
    for event in events:
        assert event.track is not None
        assert (event.track.code is None) == (event.track.face is Face.DOWN)
        assert (event.track.deck is None) == (event.track.face is Face.DOWN)
    assert any(event.kind is EventKind.FLIPPED for event in events)


def test_a_settled_card_stays_where_its_event_says() -> None:
    camera = table(8, seconds=18.0)
    truth = truth_of(camera)
    for event in truth.events():
        if event.kind is EventKind.SETTLED and event.track is not None:
            later = {card.id: card for card in truth.at(event.frame + 2).cards}
            assert np.abs(later[event.track.id].quad - event.track.quad).max() < 0.01


@pytest.mark.parametrize("seed", range(6))
def test_no_card_lies_twice_and_seats_keep_to_their_halves(seed: int) -> None:
    camera = table(seed, seconds=60.0)
    truth = truth_of(camera)
    for number in range(0, 1800, 15):
        cards = truth.at(number).cards
        codes = [card.code for card in cards]
        assert len(codes) == len(set(codes))
        for card in cards:
            if card.phase is Phase.LYING:
                assert (card.quad[:, 1].mean() > 360) == (card.seat is Seat.NEAR)
                assert card.quad.min() > 0
                assert (card.quad.max(0) < (1280, 720)).all()


def test_outcomes_worth_a_demonstration_occur() -> None:
    """Over some sessions: equal highest numbers, a seat with nothing but a nought, a number above ten alone."""
    seen = set()
    for seed in range(12):
        camera = table(seed, seconds=60.0, size_wh=(320, 180), card_height_px=30.0)
        camera.render(1799)
        for throw in camera.dealt:
            near, far = (max(int(code[1:]) for code in throw.of(seat)) for seat in Seat)
            seen |= {"tie"} if near == far else {"high"} if max(near, far) > 10 else {"plain"}
            seen |= {"nought"} if 0 in (near, far) else set()
    assert seen == {"tie", "high", "plain", "nought"}


def test_a_flip_shows_the_back_and_then_the_face() -> None:
    camera = table(1, throws=[Throw(("m01",), ("c03",))])
    truth = truth_of(camera)
    camera.render(0)
    flip = next(iter(camera._play.flips()))
    frames = range(int(flip.start_s * 30), int(flip.end_s * 30) + 2)
    shown = [next(card.face for card in truth.at(number).cards if card.code == "m01") for number in frames]
    assert shown == sorted(shown, key=[Face.DOWN, Face.UP].index)
    assert set(shown) == {Face.DOWN, Face.UP}


def test_hands_and_other_cards_hide_what_lies_under_them() -> None:
    camera = table(2, seconds=14.0)
    truth = truth_of(camera)
    shares: dict[bool, list[float]] = {False: [], True: []}
    for number in range(0, 420, 6):
        true = truth.at(number)
        lying = [card.visible for card in true.cards if card.phase is Phase.LYING]
        shares[true.hands > 0] += lying
    assert min(shares[False]) > 0.999
    assert min(shares[True]) < 0.9
    fan = truth_of(
        table(2, throws=[Throw(("m01", "w02", "w03"), ("c03",))], script=Script(overlap=0.4, nudge_share=0))
    )
    visible = {card.code: card.visible for card in fan.at(180).cards}
    assert min(visible["m01"], visible["w02"]) < 0.75


def test_around_flips_only_leaves_out_the_rest_and_changes_nothing() -> None:
    whole, part = (table(7, seconds=16.0, around_flips_only=only) for only in (False, True))
    numbers = list(part.frame_numbers())
    assert 0 < len(numbers) < 0.75 * len(list(whole.frame_numbers()))
    assert 0 not in numbers
    middle = numbers[len(numbers) // 2]
    assert np.array_equal(whole.render(middle).image, part.render(middle).image)
    flipped = [event for event in truth_of(part).events() if event.kind is EventKind.FLIPPED]
    assert len(flipped) == sum(1 for event in truth_of(whole).events() if event.kind is EventKind.FLIPPED)


def test_piles_and_discards_stay_on_the_table() -> None:
    script = Script(piles=True, discards=True, nudge_share=0)
    camera = table(3, throws=[Throw(("m01", "w02"), ("c03",))], script=script, card_height_px=100.0)
    truth = truth_of(camera)
    *_, last = camera.frame_numbers()
    at_first, at_last = truth.at(0).cards, truth.at(last).cards
    assert [card.face for card in at_first] == [Face.DOWN, Face.DOWN]
    assert {card.code for card in at_last if card.face is Face.UP} == {"m01", "w02", "c03"}
    assert not any(event.kind is EventKind.LEFT for event in truth.events())


@pytest.mark.parametrize(("count", "height_px"), [(1, 200.0), (3, 160.0), (6, 120.0), (12, 90.0), (12, 40.0)])
def test_up_to_24_cards_of_40_to_200_pixels_fit(count: int, height_px: float) -> None:
    camera = table(
        1, script=Script(cards_per_seat=(count, count), pace=3), card_height_px=height_px, seconds=25.0
    )
    truth = truth_of(camera)
    most = max((truth.at(number).cards for number in range(0, 750, 25)), key=len)
    assert len(most) == 2 * count
    sides = [float(np.linalg.norm(card.quad[0] - card.quad[3])) for card in most if card.phase is Phase.LYING]
    assert 0.7 * height_px < float(np.mean(sides)) < 1.3 * height_px


def test_too_many_cards_are_refused_with_the_number_that_fits() -> None:
    with pytest.raises(CrowdedTableError, match="30 do not fit at this size, expected at most"):
        table(1, script=Script(cards_per_seat=(30, 30)), card_height_px=200.0).render(30)


def test_a_style_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="candlelight"):
        table(1, candlelight=True)


def test_poker_cards_keep_their_shape() -> None:
    card = np.full((336, 240, 3), 200, np.uint8)
    camera = VirtualTable(1, dict.fromkeys(CODES, card), card, tilt_deg=0.0, k1=0.0)
    cards = truth_of(camera).at(150).cards
    for quad in (card.quad for card in cards if card.phase is Phase.LYING):
        wide, high = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
        assert float(wide / high) == pytest.approx(240 / 336, rel=0.03)


@pytest.mark.parametrize(
    ("option", "low", "high"), [("level", 0.4, 0.9), ("noise", 0.5, 6.0), ("sharpen", 0.0, 0.8)]
)
def test_options_do_what_they_say(option: str, low: float, high: float) -> None:
    """More light is brighter, more noise is rougher, more sharpening has harder edges."""
    fixed = {**EVEN, "blur_px": 0.8}
    dull, strong = (
        table(2, **{**fixed, option: value}).render(160).image.astype(np.float32) for value in (low, high)
    )
    if option == "level":
        assert strong.mean() > 1.5 * dull.mean()
    else:
        assert cv2.Laplacian(strong, cv2.CV_32F).std() > 1.2 * cv2.Laplacian(dull, cv2.CV_32F).std()


def test_the_rich_picture_shows_the_same_table() -> None:
    plain, rich = (table(2, **EVEN, rich=rich).render(160).image.astype(np.float32) for rich in (False, True))
    assert plain.shape == rich.shape
    assert float(np.abs(plain - rich).mean()) < 6


@given(
    x=st.floats(-300, 300),
    y=st.floats(-200, 200),
    tilt=st.floats(0, 40),
    roll=st.floats(-10, 10),
    k1=st.floats(-0.12, 0.05),
)
def test_pixels_and_millimetres_are_each_others_inverse(
    x: float, y: float, tilt: float, roll: float, k1: float
) -> None:
    camera = TableCamera.over_cards((1280, 720), 120.0, 120.0, tilt, roll, k1)
    pixel = camera.project(np.array([[x, y, 0.0]]))
    assert camera.unproject(pixel)[0] == pytest.approx((x, y), abs=0.5)
    large = camera.enlarged(2).project(np.array([[x, y, 0.0]]))
    assert (large[0] - 0.5) / 2 == pytest.approx(pixel[0], abs=0.01)


@pytest.mark.parametrize("height_px", [40.0, 120.0, 200.0])
def test_a_card_in_the_middle_has_the_height_that_was_asked_for(height_px: float) -> None:
    camera = TableCamera.over_cards((1280, 720), 120.0, height_px, 25.0, 0.0, 0.0)
    ends = camera.project(np.array([[0, 60, 0], [0, -60, 0]]))
    assert float(ends[1, 1] - ends[0, 1]) == pytest.approx(height_px, rel=0.06)


def test_it_keeps_up_with_30_frames_a_second_on_one_core() -> None:
    camera = table(3, script=Script(cards_per_seat=(3, 3), pace=1.5))
    camera.render(0)
    frame_s = []
    for number in range(40, 130):
        begin_s = time.process_time()
        camera.render(number)
        frame_s.append(time.process_time() - begin_s)
    assert statistics.median(frame_s) < 1 / 30  # of frames: the machine may be busy for a while


def test_nobody_but_scorers_reads_the_truth() -> None:
    """What sees gets pixels and nothing else; `clashcam watch --truth` writes it to a file, training learns from it."""
    allowed = {"vision/virtual/truth.py", "webui/cli/watch.py", "models/training/table_scenes.py"}
    readers = set()
    for room in ("vision", "models", "rules", "webui"):
        for path in (ROOT / room).rglob("*.py"):
            names = {
                node.module
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.ImportFrom)
            }
            if any(name and name.endswith("virtual.truth") for name in names):
                readers.add(path.relative_to(ROOT).as_posix())
    assert readers - allowed <= {path for path in readers if "bench" in path}
    assert not [name for name in vars(table()) if "truth" in name]


def test_a_long_session_takes_no_more_memory_than_a_short_one() -> None:
    """All cards of the deck go over the table sooner or later; only those at hand are kept, as large as they lie."""
    sheets = CardSheets(faces(), faces()["m00"], 0.0)
    for code in CODES:
        sheets.sizes(code).fitting(100.0)
    assert len(sheets._kept) == CARDS_AT_HAND
    assert sheets.sizes(CODES[-1]) is sheets._kept[CODES[-1]]
    kept = [sheet.nbytes for sizes in sheets._kept.values() for sheet in sizes._kept.values()]
    assert sum(kept) < 4_000_000


@pytest.mark.parametrize("smallest_px", [24, 40])
def test_a_sheet_has_the_size_that_is_needed_however_it_was_asked_for_before(smallest_px: int) -> None:
    whole = card_sheet(faces()["m00"])
    heights = [
        max(2, round(whole.shape[0] * 0.8**step))
        for step in range(20)
        if whole.shape[0] * 0.8**step > smallest_px
    ]
    for height_px in (5.0, 30.0, 100.0, 200.0, 342.0, 343.0, 500.0):
        sheet = Sizes(lambda: whole, smallest_px).fitting(height_px)
        assert sheet.shape[0] == min(
            (each for each in heights if each >= height_px * 1.05), default=whole.shape[0]
        )
        again = Sizes(lambda: whole, smallest_px)
        again.fitting(60.0)
        assert np.array_equal(again.fitting(height_px), sheet)
        assert again.fitting(height_px) is again.fitting(height_px)


def lying(camera: VirtualTable, until_s: float) -> list[list[TrueCard]]:
    """The cards of every half second, as far as they lie in the picture."""
    truth = truth_of(camera)
    seconds = np.arange(0.0, until_s, 0.5)
    return [
        [card for card in truth.at(int(t * camera.fps)).cards if card.phase is Phase.LYING] for t in seconds
    ]


def test_what_is_wished_is_laid_once_in_its_boxes_and_nothing_without_hands() -> None:
    boxes = ((0.0, 0.5, 0.4, 1.0), (0.6, 0.5, 1.0, 1.0), (0.0, 0.0, 1.0, 0.5))
    camera = table(2, card_height_px=150.0)
    camera.take_wish(Wish(1, tuple(zip(boxes, (2, 1, 3), strict=True))))
    seen = lying(camera, 40.0)
    most = max(seen, key=len)
    middles = [np.asarray(card.quad).mean(axis=0) / camera.size_wh for card in most]
    held = [sum(x0 <= x <= x1 and y0 <= y <= y1 for x, y in middles) for x0, y0, x1, y1 in boxes]
    assert held == [2, 1, 3]
    assert seen[-1] == [], "a number is laid once"
    camera.take_wish(Wish(2))
    camera.render(int(60.0 * camera.fps))
    assert all(not cards for cards in lying(camera, 60.0)[-20:])
    camera.take_wish(Wish(3, ((boxes[2], 1),)))
    assert [len(cards) for cards in lying(camera, 90.0)[-60:]].count(1) > 0


def test_a_first_wish_finds_the_table_cleared() -> None:
    camera = table(2, card_height_px=150.0)
    bare = camera.render(0).image.astype(int)

    def apart(number: int) -> float:
        return float(np.abs(camera.render(number).image - bare).mean())

    truth = truth_of(camera)
    full = next(n for n in range(0, 1200, 10) if sum(c.phase is Phase.LYING for c in truth.at(n).cards) == 4)
    among_cards = apart(full)
    camera.take_wish(Wish(0))
    assert apart(full + 1) < 0.5 * among_cards
    assert camera.render(full + 2).t_s == (full + 2) / camera.fps, "its clock goes on as before"


def test_of_two_decks_every_card_of_a_pile_is_drawn_before_one_comes_again() -> None:
    """Equal highest cards happen, and the near seat's number nought lies alone."""
    near, far = [
        tuple(f"{suit}{number:02d}" for suit in suits for number in range(1, 11)) for suits in ("wcs", "pqr")
    ]
    decks = ((*near, "m00"), far)
    dealer = Dealer(np.random.default_rng(5), [*near, "m00", *far], Script(decks=decks), None)
    drawn = [code for _ in range(10) for code in dealer.deal_exactly(3, 3).far]
    assert sorted(drawn) == sorted(far)
    low = [dealer.deal_exactly(2, 3, numbers=(1, 4)) for _ in range(12)]
    assert all(1 <= int(code[1:]) <= 4 for each in low for code in (*each.near, *each.far))
    dealt = [dealer.deal() for _ in range(60)]
    assert all(set(each.near) <= set(decks[0]) and set(each.far) <= set(decks[1]) for each in dealt)
    best = [[max(int(code[1:]) for code in hand) for hand in (each.near, each.far)] for each in dealt]
    assert any(mine == theirs for mine, theirs in best)
    assert ("m00",) in [each.near for each in dealt]
