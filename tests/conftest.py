"""Fixtures for every test. A test that touches data is marked here, to be run again on other services."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests import needs
from tests.guard import empty_tables
from tests.hall import Hall
from tests.prepared import (
    FOLDER,
    put_database_into,
    put_static_files_into,
    remove_folder,
    share_folder,
    template,
)
from tests.room import with_room
from tests.services import own_services
from tests.turns import wait_for_a_processor
from tournaments.selectors.kept import forget

HOUSE = Path(__file__).parent / "config"
"""Where jobs, relay and health are tried: all of it again with every broker."""
QUEUE_FIXTURES = {"start_hall", "start_module_hall", "hall", "own_queue"}
DATA_FIXTURES = {"db", "transactional_db", "live_server"} | QUEUE_FIXTURES
PROCESS_FIXTURES = {"start_hall", "start_module_hall", "hall", "browser", "live_server"}
"""A test of browsers and servers that fails is run once more. Both are told in the last lines, for a test that
fails only now and then is a fault to be found; but it shall not keep back what has nothing to do with it."""
RUN_ONCE = ("only_the_page", "brings_its_own")
CHROMIUM_FLAGS = """
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
"""
StartHall = Callable[..., Hall]


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        gc.disable()  # until all tests are loaded, which are no garbage: it took a third of that
    if FOLDER not in os.environ:  # else we are a worker, and have it from who started us
        folder = share_folder()
        config.add_cleanup(lambda: leave_folder(folder))


@with_room
def pytest_cmdline_main(config: pytest.Config) -> object:
    """All that others do here, the run of the tests too, from a frame with room."""
    others = config.pluginmanager.subset_hook_caller("pytest_cmdline_main", [sys.modules[__name__]])
    return others(config=config)


def leave_folder(folder: Path) -> None:
    del os.environ[FOLDER]
    remove_folder(folder)


def pytest_collection_finish() -> None:
    gc.freeze()  # the tests stay to the end: they are not looked through again and again
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> None:
    wait_for_a_processor()


def waits(item: pytest.Item) -> bool:
    """For browsers and servers, a part of its time."""
    return has_processes(item) or item.get_closest_marker("brings_its_own") is not None


def has_processes(item: pytest.Item) -> bool:
    return not PROCESS_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    waiting = {item.path for item in items if waits(item)}
    # SQLite's run begins with them, or one worker would go on with the last of them, alone. The runs beside it begin
    # with the others, so that something is reckoned while those wait.
    first = not broker_of_this_run()
    items.sort(key=lambda item: (item.path in waiting) != first)
    for item in items:
        if has_processes(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if not touches_data(item) or any(map(item.get_closest_marker, RUN_ONCE)):
            continue
        item.add_marker("touches_data")
        if item.get_closest_marker("no_job"):
            continue
        if HOUSE in item.path.parents or not QUEUE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("touches_queue")


def touches_data(item: pytest.Item) -> bool:
    case = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or not DATA_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        or (isinstance(case, type) and issubclass(case, TransactionTestCase))
    )


def broker_of_this_run() -> str | None:
    """“redis” or “rabbitmq” in the runs on servers, None in the embedded run."""
    if settings.EMBEDDED:
        return None
    return "redis" if settings.BROKER_URL.startswith("redis") else "rabbitmq"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What is kept of one test's tournament is not the next one's, though that gets the same number."""
    forget()


@pytest.fixture(scope="session", autouse=True)
def tables_can_be_emptied() -> Iterator[None]:
    """Tests with transactions of their own empty all tables after them: the log too, for that moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: empty_tables())
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The database of the tests is there before Django looks for it: a copy. Who dropped all else drops it too."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        file = Path(test["NAME"])
        put_database_into(file.parent, file.name)
    else:
        test["TEMPLATE"] = template()


@pytest.fixture
def start_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartHall]:
    """Starts ``manage.py up``; in a run on servers, with a database and a broker of its own, given back after the test:
    Redis has but fifteen to give."""
    with halls(tmp_path_factory) as start:
        yield start


@pytest.fixture(scope="module")
def start_module_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartHall]:
    """The same for halls that the tests of a module share."""
    with halls(tmp_path_factory) as start:
        yield start


@contextmanager
def halls(folders: pytest.TempPathFactory) -> Iterator[StartHall]:
    with ExitStack() as stack:

        def start(*arguments: str, data: Path | None = None, **variables: str) -> Hall:
            broker = broker_of_this_run()
            if broker and "DATABASE_URL" not in variables:
                variables = stack.enter_context(own_services(broker, template())) | variables
            if data is None:
                data = folders.mktemp("hall")
                put_static_files_into(data)
                if not broker and "DATABASE_URL" not in variables:
                    put_database_into(data)
            hall = Hall(data, variables, arguments)
            stack.callback(hall.stop)
            return hall

        yield start


@pytest.fixture(scope="module")
def hall(start_module_hall: StartHall) -> Hall:
    """One running hall for the tests of a module."""
    return start_module_hall().wait_until_up()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for the session: while playwright runs, Django's database is out of reach in this thread.
    needs.need_chromium()
    with launched(needs.CHROMIUM) as chromium:
        yield chromium


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    with sync_playwright() as playwright, opened(playwright, program) as chromium:
        yield chromium


@contextmanager
def opened(playwright: Playwright, program: str) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS.split())
    # Pages at rest unless a test asks for motion: drawing sixty times a second takes a tenth of a processor each.
    chromium.new_context = partial(chromium.new_context, reduced_motion="reduce")  # type: ignore[method-assign]
    yield chromium
    chromium.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A fresh visitor; parametrise indirectly with a width in pixels."""
    width = getattr(request, "param", 1280)
    context = browser.new_context(viewport={"width": width, "height": 800})
    yield context.new_page()
    context.close()
