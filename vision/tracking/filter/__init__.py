"""Tracking as one filter for each track: evidence, situations, decisions by costs."""
