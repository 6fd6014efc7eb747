"""Print each verdict of a table: ``python examples/stream.py http://127.0.0.1:8765 TOKEN``."""

import json
import sys
from urllib.request import Request, urlopen

url, token = sys.argv[1:]
request = Request(f"{url.rstrip('/')}/api/v1/stream", headers={"Authorization": f"Bearer {token}"})
with urlopen(request) as stream:
    for line in stream:
        if line.startswith(b"data: "):
            event = json.loads(line[6:])
            if event["event"] == "verdict":
                print(event["data"]["title"], flush=True)
