"""Ways to hurt a job: many at the same moment, or killed (-9) at every point."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from tests.hall import ROOT


def at_once(*jobs):
    """Do the jobs in threads that begin together; gives what each returned or raised."""
    begin = Barrier(len(jobs))

    def run(job):
        try:
            begin.wait()
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def killed(job, match, *ids):
    """What was in the database after each death, and at last after a life."""
    command = [sys.executable, "-m", "tests.games.killed", str(connection.settings_dict["NAME"])]
    command += [job, str(match.pk), *map(str, ids)]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
