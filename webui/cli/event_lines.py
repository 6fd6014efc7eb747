"""Events of a table as lines: JSON for programs, words for people."""

from __future__ import annotations

import json
from typing import Any

import click


def print_json(record: dict[str, Any]) -> None:
    """Print an event as one JSON object."""
    click.echo(json.dumps(record))


def print_line(record: dict[str, Any]) -> None:
    """Print an event in words."""
    if record["event"] == "end":
        click.echo(_ending(record))
        return
    columns = [f"{record['t']:8.2f} s  {record['event']:<11}"]
    if "track" in record:
        columns.append(f"card {record['track']:<3} {_seen(record)}")
    if record["event"] == "verdict":
        columns.append(str(record["result"].get("say", "")))
    if record["event"] == "question":
        columns.append(record["kind"])
    click.echo(" ".join(columns) + (f" {record['message']}" if "message" in record else ""))


def _ending(record: dict[str, Any]) -> str:
    counts = [f"{record['frames']} frames, {record['dropped']} dropped"]
    times = [f"{name} {value} ms" for name, value in record["ms_per_frame"].items() if value is not None]
    return "; ".join([*counts, ", ".join(times)] if times else counts)


def _seen(record: dict[str, Any]) -> str:
    if record["face"] == "down":
        return "face down"
    if record["card"] is None:
        return " or ".join(code for code, _ in record.get("candidates", ())) or "face up"
    return f"{record['card']}{' reversed' if record['reversed'] else ''} ({record['confidence']:.2f})"
