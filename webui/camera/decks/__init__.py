"""Decks: those that can be read, and the enrolment of new ones."""
