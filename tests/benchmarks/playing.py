"""Playing cards of any design, read one by one: python -m tests.benchmarks.playing [--n N] [--detect].

Examples of 54 to 330 pixels, blurred, dim, burnt out, a quarter partly covered, are read as single pictures with
`--deck english`: of designs drawn from fonts kept out of training, of a scanned English deck's aces and pips (its
courts are in training), of our own deck, and of what is no playing card, whose every name is wrong. They are read at
quads drawn about as far off as a detector's or, with --detect, as the detector of single pictures finds them; what it
does not find is silent. Each row is printed for the reader of known designs alone and for it joined with the reader of
indices. Needs fonts that draw the designs, and the scans beside the checkout.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Final

import cv2

import models
from models.housedeck import faces as house_faces
from models.training.indices_samples import Sampler
from models.training.playing_designs import codes, draw_faces
from models.training.scans import Picture, load_deck
from tests.benchmarks.heading import heading
from vision.geometry import quad_size_wh
from vision.overlap import quad_iou
from vision.recognition.embedder import Embedder
from vision.recognition.gallery_file import load_gallery
from vision.types import Detector, Face, Frame, Quad, Reader, ReadRequest
from webui.camera.trackers import EMBEDDER, embedding_reader, make_detector, of_any_design

SEED: Final = 4711
BANDS_PX: Final = (54, 100, 160, 400)
DESIGNS: Final = 20
FOUND_IOU: Final = 0.5
KINDS: Final = ("drawn designs", "scanned deck", "our own deck", "no playing card")


def examples(kind: str, count: int) -> Iterator[tuple[Frame, Quad, str | None]]:
    """Yield pictures of single cards with a detector's quad and their right name."""
    sampler = Sampler(SEED, held_out=True, designs=4)
    packs = packs_of(kind)
    shown = [code for code in codes() if kind != "scanned deck" or code[0] not in "JQK"]
    for number in range(count):
        pack = packs[number % len(packs)] if packs else []
        code = shown[(number // max(1, len(packs))) % len(shown)] if packs else None
        face = pack[codes().index(code)] if code else sampler.negative()
        yield *sampler.render(face, pack or [face]), code


def packs_of(kind: str) -> list[list[Picture]]:
    """Return the packs of a kind, 52 faces each; none of what is no playing card."""
    if kind == "drawn designs":
        return [draw_faces(SEED * 1000 + number, held_out=True) for number in range(DESIGNS)]
    if kind == "scanned deck":
        scans = {scan.code: scan.picture for scan in load_deck("english-vector", 320)}
        return [[scans[code] for code in codes()]]
    own = house_faces("english")
    return [[own[code] for code in codes()]] if kind == "our own deck" else []


def request_of(detector: Detector, frame: Frame, quad: Quad) -> ReadRequest | None:
    """Ask for the card at a quad as the detector finds it; None if it does not."""
    found = max(detector.detect(frame), key=lambda one: quad_iou(one.quad, quad), default=None)
    return ReadRequest.of(found) if found is not None and quad_iou(found.quad, quad) > FOUND_IOU else None


def name_of(reader: Reader, frame: Frame, request: ReadRequest | None, quad: Quad) -> str | None:
    """Return what a reader calls the card at a quad; a name that it gives to another place is not this card's."""
    if request is None:
        return None
    reading = reader.read(frame, [request])[0]
    return reading.code if quad_iou(reading.quad, quad) > FOUND_IOU else None


def band_of(quad: Quad) -> str:
    """Return between which heights a card lies."""
    height = quad_size_wh(quad)[1]
    upper = next((px for px in BANDS_PX[1:] if height < px), BANDS_PX[-1])
    return f"below {upper} px"


def main() -> None:
    """Read all examples with both readers and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=300, help="examples of each kind")
    parser.add_argument("--detect", action="store_true", help="read what the detector finds")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{args.n} examples of each of {len(KINDS)} kinds"), flush=True)
    gallery = load_gallery(models.gallery_path("english"))
    known = embedding_reader(Embedder(models.weights_path(EMBEDDER)), [gallery], max_second_pass=3)
    readers: dict[str, Reader] = {"known designs": known, "with indices": of_any_design(known, [gallery])}
    detector = make_detector() if args.detect else None
    for kind in KINDS:
        counts = {name: Counter[str]() for name in readers}
        total: Counter[str] = Counter()
        for frame, quad, code in examples(kind, args.n):
            band = band_of(quad)
            total[band] += 1
            request = request_of(detector, frame, quad) if detector else ReadRequest(quad, Face.UP)
            for name, reader in readers.items():
                said = name_of(reader, frame, request, quad)
                outcome = "silent" if said is None else "right" if said == code else "wrong"
                counts[name][outcome] += 1
                counts[name][f"{band} {outcome}"] += 1
        for name, count in counts.items():
            print(f"{kind}, {name}: n={args.n} right {count['right']}, wrong {count['wrong']}", flush=True)
            for band in sorted(total):
                print(
                    f"  {band}: n={total[band]} right {count[band + ' right']}, wrong {count[band + ' wrong']}"
                )


if __name__ == "__main__":
    main()
