"""What is written from the contract of the table and of the addresses: ``python -m tests.contract --write``.

docs/snapshot.md for people, webui/http/static/contract.d.ts for the page's scripts, docs/openapi.json for programs.
"""
