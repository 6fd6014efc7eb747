"""The rules of cards and dice: pure functions and frozen values, standard library only.

Nothing here reads a clock, a file or a global random generator, and nothing here speaks: results and
refusals are codes with parameters, and the application makes sentences of them.
"""
