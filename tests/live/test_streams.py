"""Streams against the real program: what strangers are sent, when, and what they never are."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.hall import Hall
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.load.watcher import Told, Watcher


def until(stream: Iterator[Told], words: str) -> Told:
    """The next version that says this; the socket's time-out ends the wait for what never comes."""
    return next(told for told in stream if words in told.data)


def test_what_is_entered_reaches_everybody_who_watches(hall: Hall, judge: Judge) -> None:
    with (
        closing(Watcher(hall.port, judge.page)) as one,
        closing(Watcher(hall.port, judge.page, packed=False)) as other,
    ):
        streams = one.told(), other.told()
        first = [next(stream) for stream in streams]
        assert first[0] == first[1]
        assert "5-5-5" not in first[0].data
        judge.enter_next()
        judge.enter_next()
        assert until(streams[0], "5-5-5") == until(streams[1], "5-5-5")
    assert one.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in other.headers


def test_who_comes_back_is_told_only_what_they_have_not_seen(hall: Hall, judge: Judge) -> None:
    with closing(Watcher(hall.port, judge.page)) as before:
        seen = next(before.told())
    with closing(Watcher(hall.port, judge.page, seen=seen.version)) as after:
        judge.enter_next()
        news = next(after.told())
        assert news.version != seen.version
        assert news.data != seen.data


def test_a_judge_is_only_told_that_something_changed(hall: Hall, judge: Judge) -> None:
    cookie = f"sessionid={judge.phone.cookies['sessionid']}"
    with closing(Watcher(hall.port, judge.page, nudge=True, cookie=cookie)) as watcher:
        stream = watcher.told()
        first = next(stream)
        judge.enter_next()
        second = next(stream)
    assert {first.name, second.name} == {"changed"}
    assert first.data == second.data == ""
    assert first.version != second.version


def test_a_table_elsewhere_does_not_wake_this_one(hall: Hall, judge: Judge, playing: dict[str, Any]) -> None:
    other = Judge(Phone(hall.port), **playing["tables"].pop())
    other.come_in()
    with closing(other.phone), closing(Watcher(hall.port, judge.page)) as watcher:
        stream = watcher.told()
        next(stream)
        other.enter_next()
        judge.enter_next()
        judge.enter_next()
        assert "5-5-5" in until(stream, "5-5-5").data


def test_standings_follow_every_table(hall: Hall, judge: Judge, playing: dict[str, Any]) -> None:
    with closing(Watcher(hall.port, playing["home"])) as watcher:
        stream = watcher.told()
        first = next(stream)
        judge.enter_next()
        assert next(stream).version != first.version


def test_who_comes_to_be_told_takes_nothing_from_who_watches(hall: Hall, judge: Judge) -> None:
    """A judge's phone that connects just after an entry must not make the hub think it had shown that entry."""
    cookie = f"sessionid={judge.phone.cookies['sessionid']}"
    with closing(Watcher(hall.port, judge.page)) as watcher:
        stream = watcher.told()
        seen = next(stream)
        for _ in range(5):
            judge.enter_next()
            with closing(Watcher(hall.port, judge.page, nudge=True, cookie=cookie)) as phone:
                next(phone.told())
            shown = next(stream)
            assert shown.version != seen.version
            seen = shown


@pytest.mark.parametrize(
    "path",
    [
        "/t/there-is-none/",
        "/",
        "/account/",
        "//evil.example/",
        "/t/" + "x" * 500,
        "/j/guessed-0123456789/",
        "",
    ],
)
def test_what_a_stranger_may_not_see_is_not_streamed(hall: Hall, path: str) -> None:
    with closing(Watcher(hall.port, path)) as watcher:
        assert watcher.status == 404


def test_a_draft_is_streamed_to_nobody_but_its_organiser(hall: Hall) -> None:
    draft = json.loads(hall.run("-m", "tests.load.prepare", "2", "--draft"))
    with closing(Watcher(hall.port, draft["home"])) as watcher:
        assert watcher.status == 404
    with closing(Watcher(hall.port, draft["home"], nudge=True)) as watcher:
        assert watcher.status == 404
    cookie = f"sessionid={draft['session']}"
    with closing(Watcher(hall.port, draft["home"], nudge=True, cookie=cookie)) as watcher:
        assert watcher.status == 200
    # Having been asked for with a cookie must not open it to those without one.
    with closing(Watcher(hall.port, draft["home"])) as watcher:
        assert watcher.status == 404


def test_a_fragment_is_given_once_and_then_not_modified(hall: Hall, judge: Judge) -> None:
    phone = Phone(hall.port)
    with closing(phone):
        path = f"/live/fragment?at={judge.page}"
        assert phone.get(path)[0] == 200
        etag = phone.headers["etag"]
        assert phone.get(path, **{"If-None-Match": etag})[0] == 304
        judge.enter_next()
        with closing(Watcher(hall.port, judge.page, seen=etag.strip('"'))) as watcher:
            next(watcher.told())
        assert phone.get(path, **{"If-None-Match": etag})[0] == 200
