"""Names from the time when a session was called an evening: they are still read and answered, never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FIELD: Final = "evening"
FIELDS: Final = "evenings"

_API: Final = "/api/evenings"
_PAGES: Final = {"/evenings": "/sessions", "/evening": "/session"}


def session_in(record: Mapping[str, object]) -> Any:
    """Return the field ``session`` of a record, by its old name if it was written then.

    :raise KeyError: it has neither
    """
    return record["session"] if "session" in record else record[FIELD]


def current_path(path: str) -> str:
    """Return the address of the interface that an old one stands for; any other as it is.

    >>> current_path("/api/evenings/rename"), current_path("/api/log")
    ('/api/sessions/rename', '/api/log')
    """
    if path == _API or path.startswith(f"{_API}/"):
        return "/api/sessions" + path.removeprefix(_API)
    return path


class OldAddresses:
    """An application that answers under old addresses, too: the interface directly, pages by a redirect."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        page = _PAGES.get(environ["PATH_INFO"])
        if page is not None:
            query = environ.get("QUERY_STRING", "")
            start_response(
                "308 Permanent Redirect",
                [("Location", f"{page}?{query}" if query else page), ("Content-Length", "0")],
            )
            return []
        environ["PATH_INFO"] = current_path(environ["PATH_INFO"])
        return self._app(environ, start_response)
