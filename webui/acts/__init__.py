"""What a referee does when it is ordered to: one function for each order, found by the order's name."""

from webui.acts import at_the_table, in_the_log, in_the_round, in_the_settings
from webui.acts.registry import ACTS

__all__ = ["ACTS", "at_the_table", "in_the_log", "in_the_round", "in_the_settings"]
