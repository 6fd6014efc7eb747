"""The virtual table: seeded camera pictures of cards, cloth, light and hands, with their truth kept apart.

:class:`VirtualTable` is the camera and shows pixels only. Tests, scorers and training call
:func:`vision.virtual.truth.truth_of`.
"""

from .plays.layout import CrowdedTableError
from .plays.play import Play
from .plays.script import Script, Throw, Wish
from .style import TableStyle
from .table import RenderedFrame, VirtualTable

__all__ = [
    "CrowdedTableError",
    "Play",
    "RenderedFrame",
    "Script",
    "TableStyle",
    "Throw",
    "VirtualTable",
    "Wish",
]
