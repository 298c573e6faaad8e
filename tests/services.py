"""A database, a Redis index, a RabbitMQ vhost of one's own: made for one run, dropped after it."""

import os
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from tests import needs

MARK = "triomphe-test"
RUN = "TEST_RUN"
"""In the environment: the name with which everything that one run makes begins."""


def fresh_name() -> str:
    return f"{os.environ.get(RUN, 'triomphe_test')}_{secrets.token_hex(4)}"


@contextmanager
def own_database(template: str = "template1") -> Iterator[str]:
    name = fresh_name()
    with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
        making = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(making.format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield with_path(needs.POSTGRES_URL, f"/{name}")
    finally:
        with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
            drop_database(server, name)


@contextmanager
def own_redis() -> Iterator[str]:
    """An index in which there was nothing; a mark keeps others from choosing it too."""
    for index in range(1, 16):
        url = with_path(needs.REDIS_URL, f"/{index}")
        with redis.Redis.from_url(url) as server:
            if not take_redis(server):
                continue
            try:
                yield url
            finally:
                server.flushdb()
            return
    raise RuntimeError("every Redis index is in use")


def take_redis(server: redis.Redis) -> bool:
    """Ours from now on: it was empty, or whoever marked it is gone without having been able to give it back."""
    with server.pipeline() as together:
        try:
            together.watch(MARK)
            holder = cast(bytes | None, together.get(MARK))
            if together.dbsize() and (holder is None or is_running(holder)):
                return False
            together.multi()
            together.flushdb()
            together.set(MARK, f"{fresh_name()} {os.getpid()}")
            together.execute()
        except redis.WatchError:  # somebody else was first
            return False
    return True


def is_running(holder: bytes) -> bool:
    """Whether the process whose mark this is still runs; one that names none is taken for running."""
    pid = holder.decode().partition(" ")[2]
    return not pid or Path(f"/proc/{pid}").exists()


@contextmanager
def own_vhost() -> Iterator[str]:
    name, user = fresh_name(), urlsplit(needs.RABBITMQ_URL).username or "guest"
    rabbitmqctl("add_vhost", name)
    try:
        rabbitmqctl("set_permissions", "-p", name, user, ".*", ".*", ".*")
        yield with_path(needs.RABBITMQ_URL, f"/{name}")
    finally:
        if RUN not in os.environ:  # else it is dropped with all others of the run
            drop_vhosts([name])


BROKERS = {"redis": own_redis, "rabbitmq": own_vhost}


@contextmanager
def own_services(broker: str, template: str = "template1") -> Iterator[dict[str, str]]:
    """Environment variables for a grown set-up of one's own."""
    with ExitStack() as stack:
        variables = {
            "DATABASE_URL": stack.enter_context(own_database(template)),
            "BROKER_URL": stack.enter_context(BROKERS[broker]()),
        }
        if broker == "redis":
            variables["REDIS_URL"] = variables["BROKER_URL"]
        yield variables


def sweep_up(run: str, broker: str) -> None:
    """Drop whatever a run's processes made and, having been killed, could not drop."""
    with psycopg.connect(needs.POSTGRES_URL, autocommit=True) as server:
        for (name,) in server.execute("SELECT datname FROM pg_database").fetchall():
            if run in name:
                drop_database(server, name)
    if broker == "redis":
        for index in range(1, 16):
            with redis.Redis.from_url(with_path(needs.REDIS_URL, f"/{index}")) as redis_server:
                if run in str(redis_server.get(MARK)):
                    redis_server.flushdb()
    else:
        drop_vhosts([name for name in rabbitmqctl("list_vhosts").split() if run in name])


def drop_database(server: psycopg.Connection, name: str) -> None:
    server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def drop_vhosts(names: list[str]) -> None:
    """All in one call where this RabbitMQ allows it: each takes half a second of a processor to begin with."""
    listed = ", ".join(f'<<"{name}">>' for name in names)
    try:
        rabbitmqctl("eval", f'[rabbit_vhost:delete(Name, <<"guest">>) || Name <- [{listed}]].')
    except subprocess.CalledProcessError:
        for name in names:
            rabbitmqctl("delete_vhost", name)


def rabbitmqctl(*arguments: str) -> str:
    command = ["rabbitmqctl", "--quiet", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def with_path(url: str, path: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=path))
