"""Does a job in a process that is killed (-9) before its first statement, its second, its third, …, before
it commits, and right after that.

``python -m tests.games.killed DATABASE JOB MATCH [ID …]`` tells after each death what is in the database,
one line of JSON each; the last line is about a process that was let live. Only ever run by tests.
"""

import json
import os
import signal
import sys
import uuid
from io import StringIO

import django
from django.core.management import CommandError, call_command
from django.db import connection, connections

ALWAYS = 10**6


def die():
    os.kill(os.getpid(), signal.SIGKILL)


class Killer:
    """Lets so many statements through; the next one is the end."""

    def __init__(self, statements):
        self.left = statements

    def __call__(self, execute, *args):
        if not self.left:
            die()
        self.left -= 1
        return execute(*args)


def job_of(name, match_id, ids):
    from games import services
    from games.models import Match
    from games.services import Hand, NewAction, Permit, SeatPermit
    from tests.games.table import deal

    def finalize():
        services.finalize(match_id)

    def append():
        new = [NewAction(uuid.UUID(each), deal(10, 20)) for each in ids]
        services.append_actions(Permit(match_id, "judge"), 0, new)

    def sign():
        sheet = services.sheet_of_record(Match.objects.get(pk=match_id))
        services.sign(SeatPermit(match_id, "2", "judge"), uuid.UUID(ids[0]), sheet, Hand(name="Bo"))

    return {"finalize": finalize, "append": append, "sign": sign}[name]


def run(job, statements=ALWAYS, commits=None):
    """The job in a process of its own; ``commits`` is what committing does instead, if anything."""
    connection.close()
    child = os.fork()
    if not child:
        if commits:
            connections["default"].commit = commits
        with connection.execute_wrapper(Killer(statements)):
            job()
            os._exit(0)
    os.waitpid(child, 0)


def commit_and_die():
    type(connections["default"]).commit(connections["default"])
    die()


def what_is_there(match_id):
    from games.models import Match

    match = Match.objects.get(pk=match_id)
    return {
        "status": match.status,
        "result": match.result,
        "events": match.events.count(),
        "well": all(is_well(command) for command in ("verify_log", "rebuild")),
    }


def is_well(command):
    try:
        call_command(command, stdout=StringIO(), stderr=StringIO())
    except CommandError:
        return False
    return True


def main(database, name, match_id, *ids):
    django.setup()
    connection.settings_dict["NAME"] = database
    job, before = job_of(name, int(match_id), ids), what_is_there(match_id)
    run(job, commits=die)
    tell(match_id)
    for statements in range(ALWAYS):
        run(job, statements, commit_and_die)
        if tell(match_id) != before:
            break
    run(job)
    tell(match_id)


def tell(match_id):
    there = what_is_there(match_id)
    print(json.dumps(there), flush=True)
    return there


if __name__ == "__main__":
    main(*sys.argv[1:])
