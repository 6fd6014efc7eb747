"""What a table does when it is ordered to: one function for each order, found by the order's name."""

from webui.table.commands import log, round, settings, throw
from webui.table.commands.registry import ACTS

__all__ = ["ACTS", "log", "round", "settings", "throw"]
