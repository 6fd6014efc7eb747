"""Renders judged records in words, as parts of the contract."""
