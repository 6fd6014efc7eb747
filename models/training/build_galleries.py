"""Make the built-in galleries: python -m models.training.build_galleries [rws] [house] [english]."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
from tqdm import tqdm

import models
from models import housedeck
from models.training.manifest import record
from models.training.scans import SCANS_DIR, ScanError
from vision.galleries.embeddings import embed_pictures
from vision.galleries.enrolment import EnrolmentSettings, Printing, enrol
from vision.images import load_frame
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery, Numbering
from vision.recognition.gallery_file import load_gallery, save_gallery

RWS_PRINTINGS: Final = ("rws-1909", "rws-bright", "rws-web")
"""The printings; the first gives the outline: it alone shows the card with its border."""

RWS_PROVENANCE: Final = (
    "Local features and embeddings computed from three printings of the Rider-Waite-Smith tarot, whose "
    "artwork (Pamela Colman Smith, 1909) is in the public domain: rws-1909 (scans from Wikimedia Commons, public "
    "domain), rws-bright (arcanaland/reference-decks, restoration CC0), rws-web (metabismuth/tarot-json, MIT). "
    "No pixel of them is kept."
)
HOUSE_PROVENANCE: Final = "Local features and embeddings computed from our own drawings (models/housedeck)."

SETTINGS: Final = {
    "rws": EnrolmentSettings(features=240, views=8),
    "house": EnrolmentSettings(features=320, views=8),
    "english": EnrolmentSettings(features=320, views=8),
}
"""Features kept of each picture: three printings share the room that one has alone."""


def rws_printings(scans_dir: Path = SCANS_DIR) -> dict[str, Printing]:
    """Load the printings of the Rider-Waite-Smith deck.

    :raise ScanError: if a printing is incomplete.
    """
    printings: dict[str, Printing] = {}
    for name in RWS_PRINTINGS:
        paths = sorted((scans_dir / name).glob("*.jpg"))
        if len(paths) != len(housedeck.HOUSE_CODES):
            raise ScanError(f"{scans_dir / name}: expected 78 scans, found {len(paths)}; put the scans there")
        printings[name] = {path.stem: load_frame(path) for path in paths}
    return printings


def printings_of(deck: str) -> dict[str, Printing]:
    """Load the printings of a built-in deck's gallery."""
    return rws_printings() if deck == "rws" else {deck: housedeck.faces(deck)}


def build(deck: str, printings: Mapping[str, Printing], embedder: Embedder | None) -> Gallery:
    """Make the gallery of a built-in deck, with embeddings if there is an embedder."""
    provenance = RWS_PROVENANCE if deck == "rws" else HOUSE_PROVENANCE
    cards = len(next(iter(printings.values())))
    with tqdm(total=cards, desc=deck, unit="card") as bar:
        gallery = enrol(
            deck,
            printings,
            order=Numbering.RWS,
            provenance=provenance,
            settings=SETTINGS[deck],
            progress=lambda code: bar.update() and None,
        )
    return gallery if embedder is None else _embedded(gallery, printings, embedder)


def _embedded(gallery: Gallery, printings: Mapping[str, Printing], embedder: Embedder) -> Gallery:
    pictures = [
        (code, name, frame)
        for name, printing in printings.items()
        for code, frame in sorted(printing.items())
    ]
    return gallery.with_embeddings(embed_pictures(gallery.codes, gallery.printings, pictures, embedder))


def main() -> None:
    """Make the requested galleries (all by default) and enter them in the manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("decks", nargs="*", default=models.DECKS, metavar="DECK")
    parser.add_argument(
        "--embeddings-only", action="store_true", help="keep the local features: just the embedder is new"
    )
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    weights = models.weights_path("embedder.onnx")
    embedder = Embedder(weights) if weights.exists() else None
    models.GALLERIES.mkdir(exist_ok=True)
    for deck in arguments.decks:
        path = models.gallery_path(deck)
        if arguments.embeddings_only and embedder is not None:
            gallery = _embedded(load_gallery(path), printings_of(deck), embedder)
        else:
            gallery = build(deck, printings_of(deck), embedder)
        save_gallery(gallery, path)
        record(path, entry_of(gallery))
        print(
            f"{path.name}: {len(gallery.codes)} cards, {len(gallery.features)} features, {path.stat().st_size} bytes"
        )


def entry_of(gallery: Gallery) -> dict[str, object]:
    """Return the manifest entry of a gallery."""
    return {
        "command": f"python -m models.training.build_galleries {gallery.deck}",
        "data": gallery.provenance,
        "input": f"{len(gallery.codes)} cards, {len(gallery.printings)} printing(s)",
        "embedder": gallery.embeddings.digest if gallery.embeddings else None,
        "scores": {},
    }


if __name__ == "__main__":
    main()
