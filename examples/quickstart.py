"""Detect, embed, search, print: ``python examples/quickstart.py PICTURE [DECK]``."""

import sys

import models
from vision.detection.detector import NeuralDetector
from vision.geometry import rectify
from vision.images import load_frame
from vision.recognition.embedder import Embedder
from vision.recognition.gallery_file import load_gallery
from vision.recognition.index import EmbeddingIndex

picture, deck = (*sys.argv[1:], "rws")[:2]
frame = load_frame(picture)
embedder = Embedder(models.weights_path("embedder.onnx"))
index = EmbeddingIndex.of([load_gallery(models.gallery_path(deck))], embedder.digest)
cards = NeuralDetector(models.weights_path("detector.onnx")).detect(frame)
crops = [rectify(frame, card.quad, embedder.size_wh) for card in cards]
matches = index.matches(index.compare(embedder.embed(crops)))
for card, match in zip(cards, matches, strict=True):
    code, corners = index.faces[match.face].code, card.quad.round().astype(int).tolist()
    print(card.face, code, f"{match.similarity:.2f}", corners)
