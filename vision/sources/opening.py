"""From a source in words to the source itself."""

from __future__ import annotations

from vision.sources.spec import Source, SourceKind, SourceSpec


def open_source(spec: SourceSpec) -> Source:
    """Build the source of a spec, not yet opened. Only its own module is imported."""
    match spec.kind:
        case SourceKind.CAMERA:
            from vision.sources.camera import Camera

            return Camera(int(spec.address), spec.size_wh, spec.fps)
        case SourceKind.STREAM:
            from vision.sources.stream import Stream

            return Stream(spec.address)
        case SourceKind.CLIP:
            from vision.sources.clip import Clip

            return Clip(spec.address)
        case SourceKind.PICTURES:
            from vision.sources.picture_folder import PictureFolder

            return PictureFolder(spec.address, spec.fps)
        case SourceKind.DEMO:
            from vision.sources.table import TableSource

            return TableSource(spec)
