"""A PostgreSQL server of the test's own, with all that it needs in a folder: Debian's `postgresql` or another."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
USER = "clashcam"
STARTS_S = 60.0


def binaries() -> Path | None:
    """Where the newest server's programs lie; None where there is none."""
    found = [
        path for place in PLACES for path in Path("/").glob(place.lstrip("/")) if (path / "initdb").exists()
    ]
    on_path = shutil.which("initdb")
    return max(found, default=Path(on_path).resolve().parent if on_path else None, key=str)


class Server:
    """Listens on a socket in its own folder alone, and can be killed and started again."""

    def __init__(self, settings: Sequence[str] = ()) -> None:
        """``settings`` are words of its command line, as in a compose file."""
        home = binaries()
        assert home is not None
        self._programs, self._settings = home, settings
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._user = _somebody() if os.geteuid() == 0 else None  # The server refuses to run as root.
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._process: subprocess.Popen[bytes] | None = None
        self._call("initdb", "--pgdata", self._data, "--username", USER, "--auth", "trust", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _as_user(self) -> dict[str, Any]:
        if self._user is None:
            return {}
        return {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self._as_user())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        import psycopg  # Only those who start a server need it.

        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=60"]
        command: Sequence[str] = [str(self._programs / "postgres"), "-D", self._data]
        command = [*command, *(word for setting in settings for word in ("-c", setting)), *self._settings]
        with (self.folder / "log").open("ab") as told:
            self._process = subprocess.Popen(
                command, stdout=told, stderr=told, cwd=self.folder, **self._as_user()
            )
        deadline = time.monotonic() + STARTS_S
        while True:
            try:
                psycopg.connect(self._dsn("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    def _dsn(self, database: str) -> str:
        return f"host={self.folder} user={USER} dbname={database}"

    def new(self, name: str) -> str:
        """Make an empty database and return its address."""
        import psycopg

        with contextlib.closing(psycopg.connect(self._dsn("postgres"), autocommit=True)) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def kill(self) -> None:
        """End it in the middle of whatever it does, as a power cut would end its processes."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=STARTS_S)
            self._process = None

    def close(self) -> None:
        """End it and take everything away."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def _somebody() -> pwd.struct_passwd:
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]
