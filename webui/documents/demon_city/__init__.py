"""The forms of Demon City's documents, and its verdicts as documents."""
