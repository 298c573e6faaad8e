"""PostgreSQL, Redis and RabbitMQ of one's own, on ports of their own, to be killed without hurting anybody else."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

from tests.chaos.kept import Keeper, Kept
from tests.hall import eventually

POSTGRES = "postgres"
"""The account that PostgreSQL's own Debian package makes: the server refuses to run as root."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def missing(broker: str) -> str:
    """What of the programs needed is not on this machine; empty if nothing."""
    wanted = {"redis-server": shutil.which("redis-server"), "postgres": _postgres_bin()}
    if broker == "rabbitmq":
        wanted["rabbitmq-server"] = _rabbitmq()
    return ", ".join(name for name, found in wanted.items() if not found)


def start_postgres(keeper: Keeper, folder: Path, logs: Path) -> str:
    """Its address. The data lies in the folder, which may be a disk with a quota."""
    programs, port, data = _postgres_bin(), free_port(), folder / "data"
    assert programs is not None
    as_root = os.geteuid() == 0
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    if as_root:
        shutil.chown(folder, POSTGRES, POSTGRES)
    initdb = [
        str(programs / "initdb"),
        "-D",
        str(data),
        "-U",
        POSTGRES,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--wal-segsize=1",
    ]
    subprocess.run(
        initdb, check=True, capture_output=True, env=environment, user=POSTGRES if as_root else None
    )
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": data,
        "max_wal_size": "16MB",
        "min_wal_size": "2MB",
        "shared_buffers": "32MB",
    }
    command = [str(programs / "postgres"), "-D", str(data)]
    command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    ready = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    keeper.start(
        Kept(
            "PostgreSQL",
            command,
            environment,
            logs / "postgres.log",
            ready=lambda: subprocess.run(ready, check=False, env=environment).returncode == 0,
            user=POSTGRES if as_root else None,
        )
    )
    return f"postgres://{POSTGRES}@127.0.0.1:{port}/postgres"


def start_redis(keeper: Keeper, folder: Path, logs: Path) -> str:
    """One that keeps nothing: whatever was in it is gone when it dies."""
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    command += ["--dir", str(folder)]
    keeper.start(Kept("Redis", command, dict(os.environ), logs / "redis.log", ready=lambda: answers(port)))
    return f"redis://127.0.0.1:{port}/0"


def start_rabbitmq(keeper: Keeper, folder: Path, logs: Path) -> str:
    program, port = _rabbitmq(), free_port()
    assert program is not None
    environment = {
        "PATH": f"{Path(program).parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "RABBITMQ_NODENAME": f"chaos{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        # Of our own, or those of the machine's RabbitMQ are read.
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_ADVANCED_CONFIG_FILE": str(folder / "advanced.config"),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "rabbitmq-env.conf"),
    }
    (folder / "enabled_plugins").write_text("[].\n")
    (folder / "rabbitmq.conf").write_text(f"listeners.tcp.1 = 127.0.0.1:{port}\n")
    (folder / "advanced.config").write_text("[].\n")
    (folder / "rabbitmq-env.conf").touch()
    keeper.start(Kept("RabbitMQ", [program], environment, logs / "rabbitmq.log", ready=lambda: answers(port)))
    return f"amqp://guest:guest@127.0.0.1:{port}//"


class Quota:
    """A disk of so many megabytes that can be filled up. Needs an administrator; else it is a plain folder."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", str(folder)]
        self.real = (
            os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
        )

    def fill(self) -> None:
        """To the last byte that can be had."""
        with (self.folder / "filler").open("wb") as file:
            size, at = 1 << 24, 0
            while size >= 4096:
                try:
                    os.posix_fallocate(file.fileno(), at, size)
                    at += size
                except OSError:
                    size //= 2

    def free(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)

    def close(self) -> None:
        if self.real:
            unmount = ["umount", str(self.folder)]
            eventually(lambda: subprocess.run(unmount, capture_output=True, check=False).returncode == 0)


def _postgres_bin() -> Path | None:
    """Where initdb is; Debian puts it beside no other program."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return next(
        (path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None
    )


def _rabbitmq() -> str | None:
    """The program itself: Debian's wrapper would change the account."""
    inside = sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin/rabbitmq-server"))
    return str(inside[-1]) if inside else shutil.which("rabbitmq-server")
