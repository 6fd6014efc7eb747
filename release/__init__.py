"""Release files: what people download who have no Python, and how it is built (docs/install.md, "Make them yourself").

``python -m release --to dist`` builds them all. The same commit gives the same bytes in every folder.
"""
