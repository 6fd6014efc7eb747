"""The icon as pictures, from the drawing that the page shows, too."""

from __future__ import annotations

from pathlib import Path


def png(drawing: Path, size_px: int) -> bytes:
    """Return an SVG drawing as a PNG of ``size_px`` by ``size_px`` pixels."""
    import resvg_py  # Of the extra `release`: the archives can be tested without.

    return bytes(resvg_py.svg_to_bytes(svg_path=str(drawing), width=size_px, height=size_px))
