"""Addresses of callers: this machine, another one, or a client behind a proxy or a tunnel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from webui.http.server.budget import is_this_machine

ADDED_BY_PROXIES: Final = frozenset(
    (
        "via", "forwarded", "max-forwards", "client-ip", "clientip", "front-end-https", "remote-addr", "remote-user",
        "x-host", "x-scheme", "x-url-scheme", "x-from-ip", "x-ip",
        "x-source-ip", "x-peer-ip", "x-external-ip", "x-remote-ip", "x-remote-addr",
    )
)  # fmt: skip
"""Header fields, in lower case, that no browser sends by itself."""

PREFIXES_OF_PROXIES: Final = (
    "forwarded-", "x-forward", "x-real-", "x-client-", "x-cluster-", "x-origin", "x-remote-", "x-proxy", "x-ssl",
    "x-tls", "x-true-", "x-trusted-", "x-envoy-", "x-azure-", "x-ms-", "x-arr-", "x-appengine-", "x-amz", "x-cloud",
    "x-vercel-", "x-nf-", "x-varnish", "x-akamai", "x-sucuri", "x-traefik", "x-kong-", "x-haproxy", "x-nginx",
    "x-ngrok", "x-tunnel", "x-cdn", "proxy-", "wl-proxy-", "cf-", "cdn-", "cloudfront-", "true-client", "incap-",
    "fastly-", "fly-", "akamai-", "ngrok-", "tailscale-", "surrogate-", "do-connecting-",
)  # fmt: skip
"""Beginnings of the header names that proxies, tunnels and delivery networks add."""


def caller_address(address: str, version: str, names: Iterable[str]) -> str:
    """Return the address of a caller; ``version`` is that of HTTP, ``names`` are those of its header fields.

    A request that a program on this machine passes on does not count as this machine's. It is recognised by a header
    that proxies add, whatever its value, or by HTTP/1.0, which proxies use and browsers do not.

    >>> caller_address("127.0.0.1", "1.1", ["Host"]), caller_address("127.0.0.1", "1.1", ["X-Forwarded-For"])
    ('127.0.0.1', '127.0.0.1 (proxy)')
    """
    if not is_this_machine(address):
        return address
    is_passed_on = version != "1.1" or any(_is_of_a_proxy(name.lower()) for name in names)
    return f"{address} (proxy)" if is_passed_on else address


def _is_of_a_proxy(name: str) -> bool:
    return name in ADDED_BY_PROXIES or name.startswith(PREFIXES_OF_PROXIES)
