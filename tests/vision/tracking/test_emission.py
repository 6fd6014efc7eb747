"""The shipped network: evidence that a person would call clear, gone or under a hand is called so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.onnx import NetworkError
from vision.tracking.emission import FILE, MOST, Emission
from vision.tracking.evidence import FIELDS, Evidence
from vision.tracking.situations import PLACES, Situation

EMISSION: Final = Emission()

DETECTED: Final = Evidence(match_iou=0.95, match_score=0.9, match_face=1.0, card=4.0)
NAMED: Final = replace(DETECTED, card=3.0, name=12.0, named=1.0)
FACE_DOWN: Final = replace(DETECTED, match_face=-1.0)
CHANGED: Final = Evidence(changed=0.9, kept=0.05, card=4.0)
CHANGED_NAMED: Final = replace(CHANGED, kept=0.05, named_kept=0.05, card=3.0, name=12.0, named=1.0)
TRACKS: Final = {"named": CHANGED_NAMED, "unnamed": CHANGED}


def log_likelihoods(evidence: Evidence) -> dict[Situation, float]:
    values = EMISSION.log_likelihoods(evidence.vector()[None])[0]
    return dict(zip(PLACES, values.tolist(), strict=True))


def likeliest(evidence: Evidence) -> Situation:
    values = log_likelihoods(evidence)
    return max(values, key=values.__getitem__)


@pytest.mark.parametrize("seen", [DETECTED, NAMED, FACE_DOWN], ids=["unnamed", "named", "face down"])
def test_what_is_unchanged_and_detected_lies_clear(seen: Evidence) -> None:
    values = log_likelihoods(seen)
    assert max(values, key=values.__getitem__) is Situation.CLEAR
    assert values[Situation.GONE] < -2.0


def test_a_named_card_that_is_unchanged_lies_clear_without_a_detection() -> None:
    assert likeliest(replace(NAMED, match_iou=0.0, match_score=0.0, match_face=0.0)) is Situation.CLEAR


@pytest.mark.parametrize("kind", list(TRACKS))
def test_where_the_table_is_bare_and_no_hand_is_near_the_card_is_not_there(kind: str) -> None:
    bare = replace(TRACKS[kind], bare=0.98, unseen=0.5)
    assert likeliest(bare) in {Situation.GONE, Situation.CARRIED}
    assert log_likelihoods(bare)[Situation.CLEAR] < -4.0


@pytest.mark.parametrize("kind", list(TRACKS))
def test_what_a_moving_hand_over_it_changes_is_under_the_hand_or_carried(kind: str) -> None:
    seen = replace(TRACKS[kind], changed=0.8, hand=1.0, moving=0.6)
    assert likeliest(seen) in {Situation.UNDER_HAND, Situation.CARRIED}
    assert log_likelihoods(seen)[Situation.CLEAR] < -2.0


def test_what_is_detected_elsewhere_while_it_moves_under_a_hand_is_carried() -> None:
    seen = replace(
        CHANGED, match_iou=0.4, match_score=0.7, match_offset=0.5, match_face=1.0, moving=0.8, hand=1.0
    )
    assert likeliest(seen) is Situation.CARRIED


def test_a_named_place_that_shows_something_else_at_rest_is_not_clear() -> None:
    assert likeliest(CHANGED_NAMED) is not Situation.CLEAR


def test_a_named_place_at_which_another_name_is_read_is_not_clear() -> None:
    seen = replace(NAMED, match_kept=0.1, changed=0.9, kept=0.1, named_kept=0.1, other_name=8.0)
    assert likeliest(seen) is not Situation.CLEAR


@given(
    st.lists(
        st.lists(st.floats(-20, 20, width=32), min_size=len(FIELDS), max_size=len(FIELDS)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=30)
def test_log_likelihoods_are_bounded_for_any_evidence(rows: list[list[float]]) -> None:
    evidence = np.reshape(np.array(rows, np.float32), (-1, len(FIELDS)))
    values = EMISSION.log_likelihoods(evidence)
    assert values.shape == (len(rows), len(PLACES))
    assert (values <= 0).all()
    assert (values >= -MOST).all()
    assert (values.max(axis=1) == 0).all()


def test_tracks_are_judged_alone() -> None:
    both = EMISSION.log_likelihoods(np.stack([NAMED.vector(), CHANGED.vector()]))
    np.testing.assert_allclose(both[0], EMISSION.log_likelihoods(NAMED.vector()[None])[0], atol=1e-5)
    np.testing.assert_allclose(both[1], EMISSION.log_likelihoods(CHANGED.vector()[None])[0], atol=1e-5)


def refused(path: Path) -> str:
    with pytest.raises(NetworkError) as error:
        Emission(path)
    return str(error.value)


def test_a_missing_file_is_refused_in_one_line(tmp_path: Path) -> None:
    line = refused(tmp_path / "none.onnx")
    assert "none.onnx" in line
    assert "install" in line
    assert "\n" not in line


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, share: float) -> None:
    data = FILE.read_bytes()
    path = tmp_path / "cut.onnx"
    path.write_bytes(data[: round(share * len(data))])
    line = refused(path)
    assert "cut.onnx" in line
    assert "install" in line
    assert "\n" not in line


@pytest.mark.parametrize("name", ["classifier.onnx", "embedder.onnx"])
def test_another_shipped_network_is_refused_in_one_line(name: str) -> None:
    line = refused(FILE.with_name(name))
    assert name in line
    assert str(len(FIELDS)) in line
    assert "\n" not in line


@pytest.mark.parametrize("fields", [1, len(FIELDS) - 1, len(FIELDS) + 1])
def test_a_network_for_other_evidence_is_refused_in_one_line(tmp_path: Path, fields: int) -> None:
    onnx = pytest.importorskip("onnx", reason="needs onnx: pip install '.[train]'")
    make, kind = onnx.helper, onnx.TensorProto.FLOAT
    doors = [
        make.make_tensor_value_info(name, kind, ["n", fields]) for name in ("evidence", "log_likelihoods")
    ]
    graph = make.make_graph(
        [make.make_node("Identity", ["evidence"], ["log_likelihoods"])], "same", doors[:1], doors[1:]
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, str(tmp_path / "other.onnx"))
    line = refused(tmp_path / "other.onnx")
    assert f"{fields} values" in line
    assert str(len(FIELDS)) in line
    assert "\n" not in line
