"""When the database is a file, and the file cannot be read for a while."""

from contextlib import closing

import pytest

from tests.hall import Hall
from tests.live.test_bad_luck import until_number
from tests.live.test_source_away import wait_for_heartbeat
from tests.load.judge import Judge
from tests.load.watcher import Watcher

pytestmark = pytest.mark.brings_its_own


def test_streams_stay_open_and_catch_up_when_it_is_back(hall: Hall, judge: Judge) -> None:
    database = hall.data / "triomphe.sqlite3"
    aside = database.with_name("aside")
    before = hall.children()
    with closing(Watcher(hall.port, judge.page, packed=False)) as watcher:
        told = watcher.told()
        until_number(told, judge.version)
        database.rename(aside)
        database.mkdir()  # so that nobody who opens it makes an empty one
        try:
            hall.wait_for(r"looking for changes failed")
            wait_for_heartbeat(watcher)
        finally:
            database.rmdir()
            aside.rename(database)
        hall.wait_for(r"looking for changes works again")
        judge.enter_next()
        until_number(told, judge.version)
    assert hall.children() == before
