"""Pens, stencils and motifs for whatever is drawn: on cards, books, cloths."""
