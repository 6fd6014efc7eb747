"""Events of a table as lines: JSON for programs, words for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import click


def print_json(record: dict[str, object]) -> None:
    """Print an event as one JSON object."""
    click.echo(json.dumps(record))


def print_line(record: dict[str, object]) -> None:
    """Print an event in words."""
    match record:
        case {"event": "end", "frames": frames, "dropped": dropped, "ms_per_frame": dict(spent)}:
            times = ", ".join(f"{name} {value} ms" for name, value in spent.items() if value is not None)
            click.echo("; ".join(filter(None, [f"{frames} frames, {dropped} dropped", times])))
        case {"t": float(seconds), "event": event}:
            message = record.get("message")
            columns = [f"{seconds:8.2f} s  {event:<11}", *_particulars(record)]
            click.echo(" ".join(columns) + (f" {message}" if message is not None else ""))


def _particulars(record: Mapping[str, object]) -> Iterator[str]:
    if (track := record.get("track")) is not None:
        yield f"card {track:<3} {_seen(record)}"
    match record:
        case {"event": "verdict", "result": dict(result)}:
            yield str(result.get("say", ""))
        case {"event": "question", "kind": str(kind)}:
            yield kind


def _seen(record: Mapping[str, object]) -> str:
    match record:
        case {"face": "down"}:
            return "face down"
        case {"card": None, "candidates": list(candidates)}:
            return " or ".join(code for code, _ in candidates)
        case {"card": str(code), "reversed": is_reversed, "confidence": float(confidence)}:
            return f"{code}{' reversed' if is_reversed else ''} ({confidence:.2f})"
    return "face up"
