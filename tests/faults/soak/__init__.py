"""House and store killed under players at all five games; what was acknowledged against the books, in plain SQL.

    python -m tests.faults.soak --players 300 --kills 100 --store postgres

Only `house.py` knows the project: it starts and kills. The players (`player.py`) build on the attacker's client and
keep a record of everything they were told; the audit (`books.py`) is SQL written from the schema; neither
shares any code with `bank` or `store`.
"""
