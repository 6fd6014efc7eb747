"""Surfaces below cards: painted in millimetres, painted as pictures, or photographed."""
