"""Fitting the situation filter's network: drawn rows are learnt, rates counted, and wrong rows refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training.train_situations import (  # noqa: E402
    HELD_OUT_EVERY,
    REPLACED,
    Rows,
    fit,
    main,
    measured,
    read_rows,
    with_replaced,
)
from vision.tracking.emission import Emission  # noqa: E402
from vision.tracking.evidence import FIELDS  # noqa: E402
from vision.tracking.situations import CARRIED, CLEAR, GONE, PLACES, UNDER_HAND  # noqa: E402

EPOCHS = 8


def drawn(count: int, seed: int, shares: tuple[float, ...] = (0.2,) * len(PLACES)) -> Rows:
    """Rows in which each situation shows itself by a field of its own."""
    chance = np.random.default_rng(seed)
    situation = chance.choice(len(PLACES), count, p=shares)
    evidence = chance.normal(0, 0.3, (count, len(FIELDS)))
    evidence[np.arange(count), situation] += 2.0
    nothing = np.zeros((len(PLACES), len(PLACES)))
    return Rows(evidence.astype(np.float32), situation.astype(np.int64), nothing, np.zeros(len(PLACES)))


def write(
    path: Path,
    rows: Rows,
    t_s: NDArray[np.float64] | None = None,
    track: NDArray[np.int64] | None = None,
    fields: tuple[str, ...] = FIELDS,
) -> Path:
    count = len(rows.situation)
    np.savez_compressed(
        path,
        fields=np.array(fields),
        t_s=np.arange(count) / 10 if t_s is None else t_s,
        track=np.zeros(count, np.int64) if track is None else track,
        evidence=rows.evidence,
        situation=rows.situation,
    )
    return path


def of_situations(*situation: int) -> Rows:
    count, places = len(situation), len(PLACES)
    evidence = np.zeros((count, len(FIELDS)), np.float32)
    return Rows(evidence, np.array(situation, np.int64), np.zeros((places, places)), np.zeros(places))


def test_evidence_that_tells_situations_apart_is_learnt() -> None:
    net = fit(drawn(4000, 1))
    scores = measured(net, drawn(500, 2))
    assert scores["right"] > 0.95
    assert scores["nll"] < 0.2
    assert scores["n"] == 500


def test_evidence_that_says_nothing_is_not_learnt() -> None:
    chance = np.random.default_rng(5)
    empty = drawn(2000, 3)
    noise = Rows(chance.normal(0, 1, empty.evidence.shape).astype(np.float32), empty.situation, empty.changes,
                 empty.seconds)  # fmt: skip
    likelihoods = fit(noise, 3)(torch.zeros((1, len(FIELDS)))).detach().numpy()[0]
    assert np.ptp(likelihoods) < 1.0


def test_a_card_in_the_place_of_one_that_lay_clear_looks_unlike_it_and_that_one_is_gone() -> None:
    at = {name: index for index, name in enumerate(FIELDS)}
    rows = of_situations(*[CLEAR] * 400, *[UNDER_HAND] * 100)
    rows.evidence[:, [at["match_score"], at["named"], at["kept"], at["named_kept"]]] = 1.0
    more = with_replaced(rows)
    np.testing.assert_array_equal(more.evidence[:500], rows.evidence)
    made, situation = more.evidence[500:], more.situation[500:]
    assert len(made) == round(400 * REPLACED)
    assert set(situation.tolist()) == {GONE}
    assert float(np.median(made[:, at["match_kept"]])) < 0.5
    np.testing.assert_allclose(made[:, at["kept"]] + made[:, at["changed"]], 1, rtol=1e-5)


def test_no_row_is_made_where_nothing_lies_clear() -> None:
    assert len(with_replaced(of_situations(GONE, UNDER_HAND)).situation) == 2


def test_a_common_situation_is_no_likelier_by_its_evidence() -> None:
    """What is returned are likelihoods: how common a situation is is left to the filter."""
    often = (0.6, 0.1, 0.1, 0.1, 0.1)
    net = fit(drawn(3000, 4, often))
    undecided = net(torch.full((1, len(FIELDS)), 0.0)).detach().numpy()[0]
    posterior = undecided + np.log(often)
    assert undecided[CLEAR] - undecided[1:].mean() < posterior[CLEAR] - posterior[1:].mean() - 1.0
    rare = drawn(400, 6)
    values = net(torch.from_numpy(rare.evidence)).detach().numpy()
    assert float((values.argmax(axis=1) == rare.situation).mean()) > 0.95


def test_fitting_twice_gives_the_same_network() -> None:
    rows = drawn(300, 7)
    example = torch.from_numpy(rows.evidence[:5])
    first, second = (fit(rows, 2)(example).detach().numpy() for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_a_situation_that_never_occurs_has_finite_likelihoods() -> None:
    net = fit(drawn(300, 8, (0.5, 0.5, 0.0, 0.0, 0.0)), 2)
    assert np.isfinite(net(torch.zeros((3, len(FIELDS)))).detach().numpy()).all()


def test_rows_of_all_sessions_are_read_together(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{seed}.npz", drawn(20 + seed, seed)) for seed in range(3)]
    rows = read_rows(paths)
    assert rows.evidence.shape == (63, len(FIELDS))
    assert len(rows.situation) == 63
    np.testing.assert_array_equal(rows.evidence[20:41], drawn(21, 1).evidence)


def test_changes_and_seconds_are_counted_for_each_track(tmp_path: Path) -> None:
    """Two tracks in turns: clear, clear, under a hand, clear; and carried, carried, gone."""
    rows = of_situations(CLEAR, CARRIED, CLEAR, CARRIED, UNDER_HAND, GONE, CLEAR)
    t_s = np.array([0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
    counted = read_rows([write(tmp_path / "a.npz", rows, t_s, np.array([1, 2, 1, 2, 1, 2, 1]))])
    wanted = np.zeros((len(PLACES), len(PLACES)))
    wanted[CLEAR, UNDER_HAND] = wanted[UNDER_HAND, CLEAR] = wanted[CARRIED, GONE] = 1
    np.testing.assert_array_equal(counted.changes, wanted)
    seconds = np.zeros(len(PLACES))
    seconds[CLEAR], seconds[UNDER_HAND], seconds[CARRIED] = 0.2, 0.1, 0.2
    np.testing.assert_allclose(counted.seconds, seconds)


def test_rows_that_are_far_apart_do_not_follow_each_other(tmp_path: Path) -> None:
    rows = of_situations(CLEAR, CLEAR, GONE, GONE)
    counted = read_rows([write(tmp_path / "a.npz", rows, np.array([0.0, 0.1, 5.0, 5.1]))])
    assert counted.changes.sum() == 0
    assert counted.seconds[CLEAR] == pytest.approx(0.1)
    assert counted.seconds[GONE] == pytest.approx(0.1)


def test_tracks_of_two_sessions_do_not_follow_each_other(tmp_path: Path) -> None:
    first = write(tmp_path / "a.npz", of_situations(CLEAR), np.array([0.0]))
    second = write(tmp_path / "b.npz", of_situations(GONE), np.array([0.1]))
    assert read_rows([first, second]).changes.sum() == 0


@pytest.mark.parametrize("fields", [FIELDS[:-1], FIELDS[::-1], (*FIELDS, "more")])
def test_rows_with_other_fields_are_refused_in_one_line(tmp_path: Path, fields: tuple[str, ...]) -> None:
    path = write(tmp_path / "old.npz", drawn(3, 1), fields=fields)
    with pytest.raises(ValueError, match=r"old\.npz.*fields.*write it again") as error:
        read_rows([path])
    assert "\n" not in str(error.value)


def run(folder: Path, to: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(folder), "--to", str(to)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_too_few_sessions_are_refused_in_one_line(tmp_path: Path) -> None:
    for number in range(HELD_OUT_EVERY - 1):
        write(tmp_path / f"{number}.npz", drawn(10, number))
    code, said = run(tmp_path, tmp_path / "out.onnx")
    assert code == 1
    assert said.startswith("Error: ")
    assert said.count("\n") == 1
    assert f"{HELD_OUT_EVERY - 1} sessions" in said
    assert not (tmp_path / "out.onnx").exists()


def test_the_command_refuses_other_fields_in_one_line(tmp_path: Path) -> None:
    for number in range(HELD_OUT_EVERY):
        write(tmp_path / f"{number}.npz", drawn(10, number), fields=FIELDS[:-1])
    code, said = run(tmp_path, tmp_path / "out.onnx")
    assert code == 1
    assert said.startswith("Error: ")
    assert said.count("\n") == 1
    assert "other fields" in said


def test_the_command_writes_the_network_that_it_fitted(tmp_path: Path) -> None:
    for number in range(HELD_OUT_EVERY):
        write(tmp_path / f"{number}.npz", drawn(200, number))
    to = tmp_path / "out.onnx"
    code, said = run(tmp_path, to)
    assert code == 0, said
    assert "held-out sessions" in said
    assert "'n': 200" in said
    assert "transitions per second" in said
    kept_out = sorted(tmp_path.glob("*.npz"))[1::HELD_OUT_EVERY]
    net = fit(read_rows([path for path in sorted(tmp_path.glob("*.npz")) if path not in kept_out]))
    evidence = drawn(50, 99).evidence
    with torch.no_grad():
        wanted = net(torch.from_numpy(evidence)).numpy()
    wanted -= wanted.max(axis=1, keepdims=True)
    got = Emission(to).log_likelihoods(evidence)
    np.testing.assert_allclose(got, np.maximum(wanted, -6.0), atol=0.05)
