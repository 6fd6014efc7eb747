"""Pens, stencils and motifs for drawings on cards, books, cloths."""
