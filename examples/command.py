"""Give one command: ``python examples/command.py http://127.0.0.1:8765 TOKEN confirm``."""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url, token, command = sys.argv[1:]
body = json.dumps({"command": command}).encode()
request = Request(f"{url.rstrip('/')}/api/v1/commands", body, {"Authorization": f"Bearer {token}"})
try:
    with urlopen(request) as answer:
        print("done:", json.load(answer)["command"])
except HTTPError as refused:
    sys.exit(json.load(refused)["error"])
