"""From cards to a verdict: throws, Action Rounds, odds, and what comes after them."""
