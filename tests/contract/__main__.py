"""Write everything that comes from the contract, or tell what is not current."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.contract.files import files


def main(words: Sequence[str] | None = None) -> int:
    """Write or compare; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files")
    write = parser.parse_args(words).write
    stale = [path for path, text in files().items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        if write:
            path.write_text(files()[path], encoding="utf-8", newline="\n")
        print(f"{path}: {'written' if write else 'is not current; run python -m tests.contract --write'}")
    return 1 if stale and not write else 0


if __name__ == "__main__":
    sys.exit(main())
