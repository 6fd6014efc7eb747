"""The released files, tried where there is no Python and no network.

``python -m tests.install --files dist --roots FOLDER`` (as root; ``debootstrap`` makes the roots that are missing).
"""
