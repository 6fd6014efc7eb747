"""`identify`, `enrol` and `decks` as other programs meet them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

import models
from models.housedeck import back, faces
from vision.galleries.enrolment import at_height
from vision.recognition.gallery_file import load_gallery
from webui.cli import main

ENROLLED = ("m00", "m11", "c05", "w03", "p12", "s09")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def rows(result: Result) -> list[dict[str, Any]]:
    """Standard output holds one JSON object a line, and nothing else."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def write(path: Path, picture: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def table(*codes: str, turned: bool = False, height: int = 600) -> np.ndarray:
    """Cards of the house deck side by side on a dark table."""
    frame = np.full((height, 260 * max(2, len(codes)), 3), 45, np.uint8)
    for place, code in enumerate(codes):
        picture = back() if code == "back" else faces()[code]
        frame[100:460, 25 + 260 * place : 235 + 260 * place] = picture[::-1, ::-1] if turned else picture
    return frame


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a deck of six cards, enrolled by name."""
    folder = tmp_path_factory.mktemp("data")
    pictures = folder / "scans"
    pictures.mkdir()
    names = [
        "the-fool.png",
        "08-justice.jpg",
        "five of cups.png",
        "w03.png",
        "Knight_of_Coins.png",
        "s09.png",
    ]
    for code, name in zip(ENROLLED, names, strict=True):
        write(pictures / name, faces()[code])
    write(pictures / "back.png", back())
    (pictures / "notes.txt").write_text("bought in 2019")
    result = run("enrol", "--name", "six", "--order", "marseille", "--data", folder, "--json", pictures)
    assert result.exit_code == 0, result.stderr
    assert rows(result)[0]["cards"] == 6
    assert "notes.txt: is no picture" in result.stderr
    assert "back.png: the back needs no enrolment" in result.stderr
    return folder


def test_cards_are_identified_as_the_contract_says(data: Path, tmp_path: Path) -> None:
    picture = write(tmp_path / "a.png", table("m11", "c05"))
    result = run("identify", "--deck", "six", "--data", data, "--json", picture)
    assert result.exit_code == 0
    assert result.stderr == ""
    (row,) = rows(result)
    assert list(row) == ["source", "width", "height", "elapsed_ms", "cards"]
    assert (row["source"], row["width"], row["height"]) == (str(picture), 520, 600)
    assert row["elapsed_ms"] > 0
    first, second = sorted(row["cards"], key=lambda card: card["corners"][0][0])
    assert {k: v for k, v in first.items() if k not in ("confidence", "corners")} == {
        "face": "up",
        "card": "m11",
        "name": "Justice",
        "value": 8,  # as a Marseille deck numbers it (D2)
        "deck": "six",
        "reversed": False,
    }
    assert 0.5 < first["confidence"] <= 1
    assert first["corners"] == pytest.approx(np.array([[25, 100], [235, 100], [235, 460], [25, 460]]), abs=6)
    assert (second["card"], second["name"], second["value"]) == ("c05", "Five of Cups", 5)


def test_a_reversed_card_starts_at_its_lower_right(data: Path, tmp_path: Path) -> None:
    picture = write(tmp_path / "a.png", table("s09", turned=True))
    (row,) = rows(run("identify", "--deck", "six", "--data", data, "--json", picture))
    (card,) = row["cards"]
    assert (card["card"], card["reversed"]) == ("s09", True)
    assert card["corners"][0] == pytest.approx([235, 460], abs=6)


def test_what_cannot_be_named_is_told_without_a_name(data: Path, tmp_path: Path) -> None:
    stranger = write(tmp_path / "a.png", table("m16"))
    turned_down = write(tmp_path / "b.png", table("back"))
    first, second = rows(run("identify", "--deck", "six", "--data", data, "--json", stranger, turned_down))
    assert [(c["face"], c["card"]) for c in first["cards"]] == [("up", None)]
    assert [(c["face"], c["card"]) for c in second["cards"]] == [("down", None)]
    for card in first["cards"] + second["cards"]:
        assert not {"name", "value", "deck", "reversed"} & set(card)
        assert len(card["corners"]) == 4


def test_the_built_in_decks_are_the_default(tmp_path: Path) -> None:
    picture = write(tmp_path / "a.png", table("m18", "w09", "p02"))
    (row,) = rows(run("identify", "--json", "--data", tmp_path, picture))
    assert {(c["card"], c["deck"]) for c in row["cards"]} == {(c, "house") for c in ("m18", "w09", "p02")}


BAD = {
    "text.jpg": (b"no picture at all", "is no picture"),
    "empty.png": (b"", "is no picture"),
    "cut.png": (b"", "is cut short"),
    "damaged.jpg": (b"\xff\xd8\xff\xe0 and then nothing", "is cut short"),
}


def test_bad_pictures_get_a_line_each_and_stop_nothing(data: Path, tmp_path: Path) -> None:
    good = write(tmp_path / "good.png", table("w03"))
    for name, (content, _) in BAD.items():
        (tmp_path / name).write_bytes(content or (good.read_bytes()[:3000] if "cut" in name else b""))
    missing = tmp_path / "missing.jpg"
    images = [*(tmp_path / name for name in BAD), missing, tmp_path, good]
    result = run("identify", "--deck", "six", "--data", data, "--json", *images)
    assert result.exit_code == 1
    answers = rows(result)
    assert [row["source"] for row in answers] == [str(image) for image in images]
    for row, (_, message) in zip(answers, BAD.values(), strict=False):
        assert message in row["error"]
        assert row["error"] in result.stderr
        assert "cards" not in row
    assert "cannot be opened" in answers[-3]["error"]
    assert "cannot be opened" in answers[-2]["error"]
    assert [card["card"] for card in answers[-1]["cards"]] == ["w03"]
    assert len(result.stderr.splitlines()) == 6, "one line each, no traceback"


def test_a_damaged_tiff_gets_our_line_alone(
    data: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.tif"
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    Image.fromarray(noise).save(damaged, compression="tiff_lzw")
    content = bytearray(damaged.read_bytes())
    content[1000:1100] = bytes(100)
    damaged.write_bytes(content)
    result = run("identify", "--deck", "six", "--data", data, damaged)
    assert result.exit_code == 1
    assert result.stderr == f"{damaged}: is cut short or damaged; copy it again\n"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("form", [["--json"], []])
def test_file_names_of_any_alphabet_are_told_through_a_narrow_pipe(
    data: Path, tmp_path: Path, form: list[str]
) -> None:
    picture = tmp_path / "Królowa ☃.png"
    Image.new("RGB", (320, 240)).save(picture)
    arguments = [
        "identify",
        "--deck",
        "six",
        "--data",
        str(data),
        *form,
        str(picture),
        str(tmp_path / "☃.png"),
    ]
    result = CliRunner(charset="cp1252").invoke(main, arguments)
    assert result.exit_code == 1
    assert "\\u2603.png: cannot be opened" in result.stderr
    if form:
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        assert [Path(row["source"]).name for row in rows] == [picture.name, "☃.png"]
    else:
        assert "Kr\xf3lowa \\u2603.png: no card" in result.stdout


def test_odd_pictures_are_read(data: Path, tmp_path: Path) -> None:
    """One pixel, grey, alpha, 16 bit, turned by EXIF: none is an error."""
    picture = Image.fromarray(table("p12", height=640)[:, :, ::-1])
    Image.new("RGB", (1, 1)).save(tmp_path / "pixel.png")
    picture.convert("L").save(tmp_path / "grey.jpg")
    picture.convert("RGBA").save(tmp_path / "alpha.png")
    deep = np.asarray(picture.convert("L")).astype(np.uint16) * 257
    Image.fromarray(deep).save(tmp_path / "deep.png")
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.rotate(90, expand=True).save(tmp_path / "turned.jpg", exif=exif, quality=95)
    names = ["pixel.png", "grey.jpg", "alpha.png", "deep.png", "turned.jpg"]
    result = run("identify", "--deck", "six", "--data", data, "--json", *(tmp_path / n for n in names))
    assert result.exit_code == 0, result.stderr
    pixel, *others = rows(result)
    assert pixel["cards"] == []
    for row in others:
        assert [(c["card"], c["reversed"]) for c in row["cards"]] == [("p12", False)], row["source"]
        assert (row["width"], row["height"]) == (520, 640)


def test_corners_of_a_huge_picture_are_its_own_pixels(data: Path, tmp_path: Path) -> None:
    large = cv2.resize(table("w03"), None, fx=12, fy=12, interpolation=cv2.INTER_NEAREST)
    (row,) = rows(
        run("identify", "--deck", "six", "--data", data, "--json", write(tmp_path / "a.png", large))
    )
    (card,) = row["cards"]
    assert row["width"] * row["height"] > 44_000_000
    assert card["card"] == "w03"
    assert card["corners"][2] == pytest.approx([235 * 12, 460 * 12], abs=90)


def test_words_instead_of_json(data: Path, tmp_path: Path) -> None:
    pictures = [
        write(tmp_path / "a.png", table("m00", "back")),
        write(tmp_path / "b.png", np.full((99, 99, 3), 9, np.uint8)),
    ]
    result = run("identify", "--deck", "six", "--data", data, *pictures)
    assert "2 cards" in result.stdout
    assert "The Fool (m00), value 0" in result.stdout
    assert "a card face down" in result.stdout
    assert "b.png: no card" in result.stdout


WRONG: dict[str, tuple[list[str], int, str]] = {
    "an unknown deck": (
        ["identify", "--deck", "atlantis", "--json", "a.png"],
        1,
        f"expected one of {', '.join(models.DECKS)}",
    ),
    "no picture at all": (["identify", "--json"], 2, "Missing argument"),
    "a gallery file that is not there": (
        ["identify", "--deck", "x.npz", "a.png"],
        1,
        "x.npz: no such gallery",
    ),
    "no name for a deck": (["enrol", "."], 2, "--name"),
    "a built-in deck's name": (["enrol", "--name", "rws", "."], 1, "is built in"),
    "a name that is no file's": (["enrol", "--name", "../x", "."], 1, "cannot be a deck's name"),
    "a name that Windows keeps": (["enrol", "--name", "Con", "."], 1, "cannot be a deck's name"),
    "another one": (["enrol", "--name", "com1.old", "."], 1, "cannot be a deck's name"),
    "a folder that is not there": (["enrol", "--name", "x", "nowhere"], 1, "nowhere"),
    "nothing to enrol": (["enrol", "--name", "x", "."], 1, "no picture of a card"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_requests_get_one_clear_line(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, code, message = WRONG[case]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASHCAM_DATA", str(tmp_path / "data"))
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    if code == 1:
        assert len(result.stderr.splitlines()) == 1


def test_a_damaged_deck_names_the_command_that_makes_it_anew(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "decks"
    own.mkdir()
    (own / "six.npz").write_bytes((data / "decks" / "six.npz").read_bytes()[:5000])
    picture = write(tmp_path / "a.png", table("m00"))
    result = run("identify", "--deck", "six", "--data", tmp_path, "--json", picture)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "six.npz: gallery is cut short or damaged; enrol the deck again: clashcam enrol" in result.stderr
    listed = run("decks", "--data", tmp_path)
    assert listed.exit_code == 1
    assert "house: 78 cards" in listed.stdout
    assert "cut short" in listed.stderr


@pytest.mark.parametrize("file", ["detector.onnx", "refiner.onnx", "embedder.onnx", "calibration.json"])
def test_a_network_cut_short_is_named_in_one_line(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    # The whole family lies in one folder: the refiner is looked for beside the detector.
    known = models.weights_path
    for name in ("detector.onnx", "refiner.onnx", "embedder.onnx", "calibration.json"):
        whole = known(name).read_bytes()
        (tmp_path / name).write_bytes(whole[: len(whole) // 3] if name == file else whole)
    monkeypatch.setattr(models, "weights_path", lambda name: tmp_path / name)
    result = run("identify", "--deck", "house", "--data", data, write(tmp_path / "table.png", table("m01")))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert str(tmp_path / file) in result.stderr
    assert "install the program again" in result.stderr


WEIGHTS = [
    "detector.onnx",
    "refiner.onnx",
    "classifier.onnx",
    "embedder.onnx",
    "indices.onnx",
    "corners.onnx",
    "calibration.json",
    "playing.json",
]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all weights and galleries, from which the program reads them."""
    folder = tmp_path / "installed"
    folder.mkdir()
    known, gallery = models.weights_path, models.gallery_path
    for path in [*map(known, WEIGHTS), *map(gallery, models.DECKS)]:
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(models, "weights_path", lambda name: folder / name)
    monkeypatch.setattr(models, "gallery_path", lambda deck: folder / f"{deck}.npz")
    return folder


@pytest.mark.parametrize("file", [*WEIGHTS, "house.npz", "english.npz"])
def test_a_changed_file_of_the_program_is_named_in_one_line(data: Path, copied: Path, file: str) -> None:
    whole = bytearray((copied / file).read_bytes())
    whole[len(whole) // 2] ^= 1
    (copied / file).write_bytes(whole)
    picture = write(data / "table.png", table("m01"))
    result = run("identify", "--deck", "house,english", "--data", data, picture)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"{copied / file}: was changed, or is not the file of the manifest; install the program again\n"
    )


@pytest.mark.parametrize("command", ["identify", "decks", "play"])
def test_another_decks_gallery_in_the_place_of_a_built_in_one_is_refused(
    data: Path, copied: Path, command: str
) -> None:
    (copied / "house.npz").write_bytes((copied / "english.npz").read_bytes())
    words: dict[str, list[Any]] = {
        "identify": ["--deck", "house", write(data / "table.png", table("m01"))],
        "decks": [],
        "play": ["demo", "--deck", "house", "--no-browser", "--port", "0"],
    }
    result = run(command, "--data", data, *words[command])
    assert result.exit_code == 1
    [line] = result.stderr.splitlines()
    assert f"{copied / 'house.npz'}: has " in line
    assert "install the program again" in line


def test_a_users_own_deck_is_read_whatever_the_manifest_says(data: Path, copied: Path) -> None:
    (copied / "house.npz").unlink()
    picture = write(data / "a.png", table("c05"))
    (row,) = rows(run("identify", "--deck", "six", "--data", data, "--json", picture))
    assert [(card["card"], card["deck"]) for card in row["cards"]] == [("c05", "six")]


def test_decks_are_listed(data: Path) -> None:
    listed = {row["deck"]: row for row in rows(run("decks", "--json", "--data", data))}
    assert list(listed) == [*models.DECKS, "six"]
    assert listed["rws"]["built_in"] is True
    assert listed["six"] == {
        "deck": "six",
        "cards": 6,
        "order": "marseille",
        "built_in": False,
        "file": str(data / "decks" / "six.npz"),
    }
    assert "six: 6 cards, marseille order, your own" in run("decks", "--data", data).stdout


def test_a_mailed_deck_is_read_by_its_path(data: Path, tmp_path: Path) -> None:
    mailed = tmp_path / "from a friend.npz"
    mailed.write_bytes((data / "decks" / "six.npz").read_bytes())
    picture = write(tmp_path / "a.png", table("c05"))
    (row,) = rows(run("identify", "--deck", mailed, "--data", tmp_path, "--json", picture))
    assert [(c["card"], c["deck"]) for c in row["cards"]] == [("c05", "six")]


def test_an_enrolled_deck_keeps_its_pictures(data: Path) -> None:
    """A new embedder embeds them again; nobody photographs 78 cards twice."""
    gallery = load_gallery(data / "decks" / "six.npz")
    kept = {code: frame for code, _, frame in gallery.frames()}
    assert sorted(kept) == sorted(ENROLLED)
    drawn = at_height(faces()["m00"], kept["m00"].shape[0])
    assert len(drawn) >= 300, "an embedder to come finds more in it than ours looks at"
    assert np.abs(kept["m00"].astype(int) - drawn.astype(int)).mean() < 6


def test_enrolment_tells_what_it_could_not_use_and_keeps_the_rest(tmp_path: Path) -> None:
    scans = tmp_path / "scans"
    scans.mkdir()
    write(scans / "m00.png", faces()["m00"])
    write(scans / "the fool.png", faces()["m00"])
    write(scans / "c05.png", faces()["c05"])
    write(scans / "IMG_2041.png", faces()["c05"])
    write(scans / "c06.png", faces()["c06"][:40, :30])
    (scans / "c07.jpg").write_bytes(b"no picture")
    result = run("enrol", "--name", "few", "--data", tmp_path, scans)
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    for file, why in {
        "the fool.png": "is m00 again",
        "IMG_2041.png": "names no card; name it by code",
        "c06.png": "is 30x40 pixels",
        "c07.jpg": "is no picture",
    }.items():
        assert any(file in line and why in line for line in lines), file
    assert "few: 2 cards" in result.stdout
    assert load_gallery(tmp_path / "decks" / "few.npz").codes == ("c05", "m00")


def test_of_a_deck_that_is_laid_out_as_such_only_the_cards_are_enrolled(tmp_path: Path) -> None:
    deck = tmp_path / "aquatic"
    (deck / "h750" / "minor_arcana" / "cups").mkdir(parents=True)
    for folder in ("h750/major_arcana", "masks/major_arcana", "card_backs", "ansi32"):
        (deck / folder).mkdir(parents=True)
    write(deck / "h750" / "major_arcana" / "00.png", faces()["m00"])
    write(deck / "h750" / "minor_arcana" / "cups" / "five.png", faces()["c05"])
    for beside in ("masks/major_arcana/01.png", "card_backs/classic.png", "ansi32/IMG_1.png", "icon.png"):
        write(deck / beside, faces()["m07"])
    result = run("enrol", "--name", "aquatic", "--data", tmp_path, deck)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"{deck}: left out as no cards: ansi32, card_backs, icon.png, masks (4 in all)"
    ]
    assert load_gallery(tmp_path / "decks" / "aquatic.npz").codes == ("c05", "m00")


def test_enrolment_tells_which_cards_it_would_confuse(tmp_path: Path) -> None:
    """Two names for nearly the same drawing; and a card with nothing on it."""
    scans = tmp_path / "scans"
    scans.mkdir()
    for code in ("m00", "p12", "s09"):
        write(scans / f"{code}.png", faces()[code])
    twin = faces()["s09"].copy()
    twin[:30] = twin[30:60]
    write(scans / "s10.png", twin)
    write(scans / "m13.png", np.full((360, 210, 3), 230, np.uint8))
    result = run("enrol", "--name", "twins", "--data", tmp_path, "--json", scans)
    (row,) = rows(result)
    first, second, share = row["closest"][0]
    assert {first, second} == {"s09", "s10"}
    assert share > 0.5
    assert "m13" in row["unrecognised"]
    assert "m00" not in row["unrecognised"]
    words = run("enrol", "--name", "twins", "--data", tmp_path, scans).stdout
    assert "would be confused: " in words
    assert "Nine of Swords (s09)" in words
    assert "cannot be read from its own picture: Death (m13)" in words
