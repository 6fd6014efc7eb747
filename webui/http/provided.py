"""What an application provides to its request handlers, by type."""

from __future__ import annotations

from typing import TypeVar

from flask import Flask, current_app

T = TypeVar("T")


def provide(app: Flask, kind: type[T], thing: T) -> None:
    """Let the handlers of an application have a thing."""
    app.extensions[kind.__name__] = thing


def provided(kind: type[T]) -> T:
    """Return the thing of this type that the current application provides."""
    thing = current_app.extensions[kind.__name__]
    assert isinstance(thing, kind), f"{kind.__name__} is provided by its name"
    return thing
