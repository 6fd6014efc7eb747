"""Second judges: every system's rules, read once more from the source texts and the digest's Rulings.

Whoever wrote the judges in this folder had read neither `rules/` nor the documents' code nor what their tests
expect: only the source texts, the digest, the contracts and the commands' `--help`. A judge takes a document as the
command does and says what the answer must hold; `agreement` asks the program the same and compares.
"""
