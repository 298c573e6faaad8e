"""Triomphe as docs/deploy says: nginx by that very file, before web processes on PostgreSQL with Redis; to be hurt.

Only paths, ports and the user are others. Knows nothing of what is tested.
"""

import os
import pwd
import re
import signal
import socket
import ssl
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from tests import needs
from tests.hall import ROOT, environment, eventually
from tests.prepared import put_static_files_into, template
from tests.services import own_services

CONF = ROOT / "docs/deploy/nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Site:
    def __init__(self, folder: Path, processes: int = 2) -> None:
        needs.need_postgres()
        needs.need_redis()
        needs.need_nginx()
        self.data, self.logs = folder / "data", folder / "logs"
        self._folder = folder
        self._stack = ExitStack()
        self.web: list[subprocess.Popen[bytes]] = []
        self.back_ends = [free_port() for _ in range(processes)]
        self.watching = free_port()
        """Where a web process of their own may serve those who watch; none is started here."""
        self.http, self.port = free_port(), free_port()
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self._variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start_web(self, port: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "manage.py", "web", "--port", str(port)]
        process = subprocess.Popen(command, cwd=ROOT, env=self._variables)
        self._stack.callback(end, process)
        return process

    def written(self) -> str:
        """All that nginx has written down."""
        return "\n".join(path.read_text() for path in self.logs.iterdir())

    def close(self) -> None:
        self._stack.close()

    def _start(self) -> None:
        services = self._stack.enter_context(own_services("redis", template()))
        for folder in (self.data, self.logs):
            folder.mkdir()
        self._variables = environment(self.data) | services
        self._variables |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "one-for-all-processes-of-this-site-0123456789-abcdefghij",
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "1",
            "BEHIND_PROXY": "1",
        }
        put_static_files_into(self.data)
        self.web = [self.start_web(port) for port in self.back_ends]
        self._start_nginx()
        for port in (*self.back_ends, self.port, self.http):
            eventually(partial(listens, port), timeout=60)

    def _start_nginx(self) -> None:
        make_certificate(self._folder)
        conf = self._folder / "nginx.conf"
        conf.write_text(self._adapted(CONF.read_text()))
        command = [needs.NGINX, "-p", str(self._folder), "-c", str(conf), "-e", str(self.logs / "start.log")]
        done = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        nginx = subprocess.Popen([*command, "-g", "daemon off;"])
        self._stack.callback(end, nginx)

    def _adapted(self, text: str) -> str:
        places = {
            "user www-data;": f"user {pwd.getpwuid(os.getuid()).pw_name};" if os.getuid() == 0 else "",
            "/run/nginx.pid": str(self._folder / "nginx.pid"),
            "/var/log/nginx/": f"{self.logs}/",
            "root /var/lib/triomphe;": f"root {self.data};",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "/etc/letsencrypt/live/triomphe.example.org/": f"{self._folder}/",
            "127.0.0.1:8001": f"127.0.0.1:{self.back_ends[0]}",
            "127.0.0.1:8002": f"127.0.0.1:{self.back_ends[1]}",
            "127.0.0.1:8003": f"127.0.0.1:{self.watching}",
            "http {\n": "http {\n"
            + "".join(f"    {name}_temp_path {self._folder}/{name};\n" for name in TEMPORARY),
        }
        for old, new in places.items():
            assert old in text, f"{CONF} no longer has “{old}”"
            text = text.replace(old, new)
        return re.sub(r"^.*listen \[::\].*\n", "", text, flags=re.M)  # not every machine has IPv6


def make_certificate(folder: Path) -> None:
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"), "-days", "2"]
    subprocess.run([*command, "-subj", "/CN=127.0.0.1"], check=True, capture_output=True)


def end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
