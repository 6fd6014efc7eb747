"""Answers: JSON that every browser reads, and headers that keep the pages to this site."""

from __future__ import annotations

from flask import Response
from flask.json.provider import DefaultJSONProvider


class PlainJSON(DefaultJSONProvider):
    """Serializes answers to JSON that every browser reads."""

    sort_keys = False

    def dumps(self, obj: object, **options: object) -> str:
        """Serialize an answer.

        :raise ValueError: it holds a number that is none
        """
        return super().dumps(obj, allow_nan=False, **options)


def restrict_to_own_site(response: Response) -> Response:
    """Forbid content from other hosts, and framing of the page."""
    response.headers.setdefault(
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'",
    )
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    return response
