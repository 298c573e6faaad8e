"""The program's own settings, in a data folder of the tests' own: nobody's tournament is touched."""

import atexit
import os
import tempfile
from pathlib import Path

_folder = tempfile.TemporaryDirectory(prefix="triomphe-tests-")
atexit.register(_folder.cleanup)
os.environ["TRIOMPHE_DATA"] = _folder.name

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

Path(STATIC_ROOT).mkdir()
# Pages are rendered without collectstatic having been run.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# A fast hash: what is tested is ours, not Django's.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A real file, as in real life; each worker of a parallel run adds its name to it.
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder.name}/test.sqlite3"}
