"""What others wrote lies among our scripts as it came, with its licence."""

from __future__ import annotations

import re
from hashlib import sha256

from webui.http.pages import STATIC

LIT = STATIC / "vendor" / "lit-html"
SUM = re.compile(r"^ {4}([0-9a-f]{64})  (\S+)$", re.MULTILINE)


def test_lit_html_is_as_it_came() -> None:
    promised = {name: digest for digest, name in SUM.findall((LIT / "README.md").read_text("utf-8"))}
    files = [path for path in LIT.rglob("*") if path.is_file() and path.name != "README.md"]
    assert {
        path.relative_to(LIT).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files
    } == promised


def test_only_one_of_our_scripts_knows_where_it_lies() -> None:
    scripts = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    knowing = [
        path.relative_to(STATIC).as_posix() for path in scripts if "vendor/" in path.read_text("utf-8")
    ]
    assert knowing == ["lib/view.js"]
