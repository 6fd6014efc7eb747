"""The index of local features: nearly all that a comparison with every feature finds, and nothing that it does not."""

import numpy as np
import pytest

from models.housedeck import faces
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.recognition.feature_index import FeatureIndex
from vision.recognition.gallery import Gallery
from vision.recognition.local_features import ALIKE, DIMENSIONS, Descriptors, describe, unpacked


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    pictures = {code: picture for code, picture in faces().items() if code[0] in "mw"}
    return enrol("house", {"house": pictures}, settings=EnrolmentSettings(features=120, views=2))


@pytest.fixture(scope="module")
def seen() -> Descriptors:
    return np.concatenate(
        [describe(faces()[code][::2, ::2], 200).descriptors for code in ("m18", "w07", "c03")]
    )


def test_nearly_every_likest_feature_is_found(gallery: Gallery, seen: Descriptors) -> None:
    index = FeatureIndex([gallery])
    found = index.compare(seen)
    similar = seen @ unpacked(index.descriptors).T
    likest = similar.argmax(axis=1)
    clear = similar.max(axis=1) > 0.85
    assert clear.sum() > 100
    by_name = found.feature[np.arange(len(seen)), index.name[likest]]
    assert (by_name == likest)[clear].mean() > 0.9


def test_what_is_found_is_as_like_as_it_says_and_of_its_name(gallery: Gallery, seen: Descriptors) -> None:
    index = FeatureIndex([gallery])
    found = index.compare(seen)
    row, name = np.nonzero(found.feature >= 0)
    feature = found.feature[row, name]
    assert (index.name[feature] == name).all()
    dots = (seen[row] * unpacked(index.descriptors[feature])).sum(axis=1)
    assert found.best[row, name] == pytest.approx(dots, abs=1e-4)
    assert (found.best[row, name] > ALIKE).all()
    assert (found.best[found.feature < 0] == np.float32(ALIKE)).all()


def test_each_feature_of_a_deck_finds_itself(gallery: Gallery) -> None:
    index = FeatureIndex([gallery])
    found = index.compare(unpacked(index.descriptors))
    own = found.best[np.arange(len(index)), index.name]
    assert own == pytest.approx(np.ones(len(index)), abs=1e-4)


def test_a_picture_without_features_and_nothing_to_compare_with_are_no_fault(gallery: Gallery) -> None:
    none = np.zeros((0, DIMENSIONS), np.float32)
    assert FeatureIndex([gallery]).compare(none).best.shape == (0, len(gallery.codes))
