"""The registered systems, in the order in which they are offered."""

from __future__ import annotations

from rules.chronica.kinds import SYSTEM as CHRONICA
from rules.demon_city.kinds import SYSTEM as DEMON_CITY
from rules.dragon.kinds import SYSTEM as DRAGON
from rules.pulp.kinds import SYSTEM as PULP
from rules.system import System

SYSTEMS: dict[str, System] = {system.code: system for system in (DEMON_CITY, PULP, DRAGON, CHRONICA)}
"""A further system is one more name in this row; see docs/adding-a-system.md."""
