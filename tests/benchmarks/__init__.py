"""Commands that print figures: what was seen, against what lay there."""
