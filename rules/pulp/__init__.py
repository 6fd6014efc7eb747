"""Pulp in the Cards: fourteen playing cards, seven dealt, black against red (P1 to P6)."""
