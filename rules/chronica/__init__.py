"""Chronica Mutanis Mundi: contests of dice pools, and what success dice buy (C1 to C7)."""
