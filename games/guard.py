"""Triggers that make the database itself refuse to change or remove an event, whoever asks.

Set by a migration. A later migration that alters ``games_event`` must set them anew: SQLite makes the
table afresh and forgets them (a test and ``verify_log`` notice). Knows nothing of what an event says.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_event"
REFUSAL = "The log of a match is never changed: append a correction instead."

SQLITE = {
    f"{TABLE}_no_{deed}": f"""
        CREATE TRIGGER {TABLE}_no_{deed} BEFORE {deed} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """
    for deed in ("update", "delete")
}
# INSERT OR REPLACE takes a row away without asking the trigger on DELETE.
SQLITE[f"{TABLE}_no_replace"] = f"""
    CREATE TRIGGER {TABLE}_no_replace BEFORE INSERT ON {TABLE}
    WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM {TABLE} WHERE match_id = NEW.match_id AND seq = NEW.seq)
      OR EXISTS (SELECT 1 FROM {TABLE} WHERE rowid = NEW.rowid)
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
"""  # noqa: S608 - nothing in it comes from outside
FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL = {
    f"{TABLE}_no_{deed}": f"""
        CREATE TRIGGER {TABLE}_no_{deed} BEFORE {deed} ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_refuse()
    """
    for deed in ("update", "delete", "truncate")
}


def put_up(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FUNCTION)
        for create in _triggers(connection).values():
            cursor.execute(create)


def take_down(connection: BaseDatabaseWrapper) -> None:
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for name in _triggers(connection):
            cursor.execute(f"DROP TRIGGER {name} ON {TABLE}" if postgresql else f"DROP TRIGGER {name}")
        if postgresql:
            cursor.execute(f"DROP FUNCTION {TABLE}_refuse()")


def stands(connection: BaseDatabaseWrapper) -> bool:
    """Whether every trigger is there and switched on."""
    found = (
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A')"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(found, [TABLE])
        return set(_triggers(connection)) <= {name for (name,) in cursor.fetchall()}


def _triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    return POSTGRESQL if connection.vendor == "postgresql" else SQLITE
