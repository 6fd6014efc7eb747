"""Versions, recent faults and what the tracker believes, for support."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from flask import Blueprint, Response, jsonify

from webui.http.api.answers import Explanation, LoggedFault, News, Support
from webui.http.api.described import described
from webui.http.parts import current_parts, require_host
from webui.news import newest
from webui.storage.logbook import last_faults
from webui.versions import versions

FAULTS: Final = 20

support = Blueprint("support", __name__)


@support.get("/api/support")
@described(Support, host_only=True)
def show_support() -> Response:
    """Return the versions of the program and its libraries, what is new, and its last faults, newest first."""
    require_host(" looks after the program")
    faults = last_faults(current_parts().store.folder, FAULTS)
    news = News.model_validate(asdict(newest()))
    found = Support(versions=versions(), news=news, faults=[LoggedFault(**asdict(each)) for each in faults])
    return jsonify(found.model_dump())


@support.get("/api/tracks")
@described(Explanation, host_only=True)
def explain_tracks() -> Response:
    """Return what the tracker believes of each track and why; ask again within five seconds for the next frames."""
    require_host(" looks into the tracker")
    return jsonify(Explanation(tracks=list(current_parts().explain_tracks())).model_dump())
