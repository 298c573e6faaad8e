"""One writing process: scores as fast as it can for some seconds, then tells what it saw.

``service`` writes through the program; ``bare`` makes and writes the same score through sqlite3 alone, ``queued`` too, with
what the program promises besides; ``statements`` sends what was made beforehand: what the database can do at most.
Everybody has loaded what they need, and has their matches, before they say that they are ready.
"""

import json
import os
import sqlite3
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

DEALS_A_MATCH = 12
MATCHES = 1000
POINTS = {"1": 7, "2": 3, "3": 12, "4": 0}


def service() -> Callable[[], None]:
    import django

    django.setup()
    from games.services import Entry, Permit, append_action, open_match
    from rules.points import engine
    from rules.registry import registry

    registry()  # as a web process does before it answers anybody
    matches = iter([open_match(engine, {}, ["Ann", "Ben", "Cleo", "Dan"]) for _ in range(MATCHES)])
    current = [next(matches)]

    def write() -> None:
        if current[0].version >= DEALS_A_MATCH:
            current[0] = next(matches)
        entry = Entry(uuid.uuid4(), current[0].version)
        current[0] = append_action(Permit(current[0].pk, "bench"), entry, {"do": "deal", "points": POINTS})

    return write


def bare() -> Callable[[], None]:
    """The same score (its check against the rules, its JSON, its hash) without Django and without the queue."""
    return _bare(nullcontext)


def queued() -> Callable[[], None]:
    """The same with the promises of the program: nobody waits for seconds, and an entry is plain and not too long."""
    from config.sqlite.lock import WriteLock
    from games.plain import plain

    lock = WriteLock(_path().with_name("triomphe.sqlite3.lock"))

    @contextmanager
    def in_turn() -> Iterator[None]:
        lock.acquire(20)
        try:
            yield
        finally:
            lock.release()

    return _bare(in_turn, plain)


def _bare(
    turn: Callable[[], AbstractContextManager[None]], read: Callable[[dict[str, Any]], dict[str, Any]] = dict
) -> Callable[[], None]:
    from games.chain import canonical
    from rules.points import engine

    database = _connect()
    database.execute("BEGIN IMMEDIATE")
    matches = iter([_new_match(database) for _ in range(MATCHES)])
    database.execute("COMMIT")
    match, version, head = next(matches), [0], [""]

    def write() -> None:
        if version[0] >= DEALS_A_MATCH:
            match[:], version[0], head[0] = next(matches), 0, ""
        key, action = uuid.uuid4(), read({"do": "deal", "points": POINTS})
        row = database.execute("SELECT * FROM games_match WHERE id = ?", match).fetchone()
        state = (
            engine.start(["1", "2", "3", "4"], {})
            if row["state"] == "{}"
            else engine.load(json.loads(row["state"]))
        )
        state = engine.apply(state, action).state
        at = datetime.now(UTC).isoformat(timespec="microseconds")
        version[0] += 1
        said = canonical([*match, version[0], str(key), "action", action, "bench", None, "", at])
        head[0] = sha256((head[0] + said).encode()).hexdigest()
        over = "playing" if engine.outcome(state) is None else "over"
        dumped = json.dumps(engine.dump(state))
        event = [key.hex, *match, version[0], "action", json.dumps(action), "bench", "", at, head[0]]
        with turn():
            database.execute("BEGIN IMMEDIATE")
            moved = database.execute(
                "UPDATE games_match SET version = ?, head = ?, state = ?, status = ? WHERE id = ? AND version = ?",
                [version[0], head[0], dumped, over, *match, version[0] - 1],
            )
            if moved.rowcount != 1:
                raise RuntimeError("somebody else wrote to this match")
            database.execute(
                "INSERT INTO games_event (id, match_id, seq, kind, body, actor, device, at, hash)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                event,
            )
            database.execute("COMMIT")

    return write


def statements() -> Callable[[], None]:
    """The database alone: the same statements with nothing to think about."""
    database = _connect()
    match, version = _new_match(database), [0]
    body = json.dumps({"do": "deal", "points": POINTS})

    def write() -> None:
        version[0] += 1
        key, state = uuid.uuid4().hex, json.dumps({"deals": [[7, 3, 12, 0]] * (version[0] % DEALS_A_MATCH)})
        database.execute("SELECT * FROM games_match WHERE id = ?", match).fetchone()
        database.execute("SELECT * FROM games_event WHERE id = ?", [key]).fetchone()
        database.execute("BEGIN IMMEDIATE")
        database.execute(
            "UPDATE games_match SET version = ?, head = ?, state = ? WHERE id = ?",
            [version[0], key * 2, state, *match],
        )
        database.execute(
            "INSERT INTO games_event (id, match_id, seq, kind, body, actor, device, at, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [key, *match, version[0], "action", body, "bench", "", "2026-01-01", key * 2],
        )
        database.execute("COMMIT")

    return write


def _path() -> Path:
    return Path(os.environ["TRIOMPHE_DATA"]) / "triomphe.sqlite3"


def _connect() -> sqlite3.Connection:
    database = sqlite3.connect(_path(), timeout=20, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA foreign_keys=ON")
    return database


def _new_match(database: sqlite3.Connection) -> list[int | None]:
    row = "(rules_key, rules_version, options, created_at, version, head, state, status, problem, needs_signatures, renamed, needs_check, origin_version)"
    values = "('points', '1', '{}', '2026-01-01', 0, '', '{}', 'playing', '', 0, 0, 0, 0)"
    return [database.execute(f"INSERT INTO games_match {row} VALUES {values}").lastrowid]


def main(way: str, seconds: float) -> None:
    write = {"service": service, "bare": bare, "queued": queued, "statements": statements}[way]()
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
