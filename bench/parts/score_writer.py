"""One writing process: scores as fast as it can for some seconds, then tells what it saw.

``service`` writes through the program; ``bare`` sends the same statements through sqlite3 alone.
"""

import json
import os
import sqlite3
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

DEALS_A_MATCH = 12
POINTS = {"1": 7, "2": 3, "3": 12, "4": 0}


def service() -> Callable[[], None]:
    import django

    django.setup()
    from games.services import Entry, Permit, append_action, open_match
    from rules.points import engine

    matches = iter([open_match(engine, {}, ["Ann", "Ben", "Cleo", "Dan"]) for _ in range(400)])
    current = [next(matches)]

    def write() -> None:
        if current[0].version >= DEALS_A_MATCH:
            current[0] = next(matches)
        entry = Entry(uuid.uuid4(), current[0].version)
        current[0] = append_action(Permit(current[0].pk, "bench"), entry, {"do": "deal", "points": POINTS})

    return write


def bare() -> Callable[[], None]:
    path = Path(os.environ["TRIOMPHE_DATA"]) / "triomphe.sqlite3"
    database = sqlite3.connect(path, timeout=20, isolation_level=None)
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA foreign_keys=ON")
    row = "(rules_key, rules_version, options, created_at, version, head, state, status, problem)"
    values = "('points', '1', '{}', '2026-01-01', 0, '', '{}', 'playing', '')"
    match = database.execute(f"INSERT INTO games_match {row} VALUES {values}").lastrowid
    version = [0]

    def write() -> None:
        version[0] += 1
        key, body = uuid.uuid4().hex, json.dumps({"do": "deal", "points": POINTS})
        state = json.dumps({"deals": [[7, 3, 12, 0]] * (version[0] % DEALS_A_MATCH)})
        database.execute("BEGIN IMMEDIATE")
        database.execute("SELECT * FROM games_match WHERE id = ?", [match]).fetchone()
        database.execute("SELECT * FROM games_event WHERE id = ?", [key]).fetchone()
        database.execute(
            "INSERT INTO games_event (id, match_id, seq, kind, body, actor, device, at, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [key, match, version[0], "action", body, "bench", "", "2026-01-01", key * 2],
        )
        database.execute(
            "UPDATE games_match SET version = ?, head = ?, state = ? WHERE id = ?",
            [version[0], key * 2, state, match],
        )
        database.execute("COMMIT")

    return write


def main(way: str, seconds: float) -> None:
    write = {"service": service, "bare": bare}[way]()
    print("ready", flush=True)
    sys.stdin.readline()
    waits, locked, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.monotonic()
        try:
            write()
        except Exception as error:
            if "locked" not in str(error):
                raise
            locked += 1
        waits.append(time.monotonic() - started)
    print(json.dumps({"waits": waits, "locked": locked}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
