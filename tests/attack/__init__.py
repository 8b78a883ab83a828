"""The house attacked from outside, by a client that shares no code with it.

    python -m tests.attack                      starts a house on SQLite, then one on PostgreSQL, and attacks both
    python -m tests.attack --url http://...     attacks one that runs already
    python -m tests.attack --only money --rounds 3 --seed 7

Only `servers.py` knows how a house is started; everything else knows it from docs/client.md, from the protocol's
schema and the OpenAPI document that the house serves, and from looking at the traffic.
"""
