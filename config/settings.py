"""Django settings, each read from the environment; docs/operating.md says what each one does.

With nothing set, Triomphe runs embedded: SQLite and an in-memory queue, all of it on this machine.
"""

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import env
from tzlocal import get_localzone_name

from config.secret import secret_key

ROOT = Path(__file__).resolve().parent.parent

# -- where things are ----------------------------------------------------------------------------

DATA_DIR = Path(env.str("TRIOMPHE_DATA", "") or ROOT / "var").absolute()
DATABASE_URL = env.str("DATABASE_URL", "")
BROKER_URL = env.str("BROKER_URL", "")
REDIS_URL = env.str("REDIS_URL", "")
BACKUP_DIR = Path(env.str("TRIOMPHE_BACKUPS", "") or DATA_DIR / "backups").absolute()
EMBEDDED = not BROKER_URL
"""No broker: the worker's relay finds in the database what is due."""

# -- who may reach it ----------------------------------------------------------------------------

DEBUG = env.bool("TRIOMPHE_DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", []) or ["*"]
HALL_HOSTS_ONLY = ALLOWED_HOSTS == ["*"]
"""With no host named, only this machine's names and plain addresses are answered (config.hosts)."""
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
HTTPS = env.bool("HTTPS", False)
"""True where every visitor comes by HTTPS: cookies and redirects follow."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_ENGINE = "config.sessions"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# The longest list of names that is still answered in words, in letters that take twelve bytes in a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# -- the application -----------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournaments",
    "games",
    "config",
    "config.backups",
    "django_htmx",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "config.hosts.HallHostMiddleware",
    "config.intake.Utf8Middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.middleware.NotAllowedMiddleware",
    "config.live.telling.TellingMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# -- data ----------------------------------------------------------------------------------------

WEB_THREADS = env.int("WEB_THREADS", 8)
"""How many requests a web process works on at once; each keeps a database connection."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASE_URL:
    DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL, conn_health_checks=True)}
else:
    DATABASES = {
        "default": {
            "ENGINE": "config.sqlite",
            "NAME": DATA_DIR / "triomphe.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: with NORMAL a power cut may take back a score that was acknowledged.
                "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"),
            },
        }
    }
# A thread keeps its connection from one request to the next (config.threads); of one that broke it gets a new one.
DATABASES["default"]["CONN_MAX_AGE"] = 60

# -- jobs ----------------------------------------------------------------------------------------

RELAY_SECONDS = env.float("RELAY_SECONDS", 0.1)
SWEEP_SECONDS = env.float("SWEEP_SECONDS", 10.0)

# -- language, time, files -----------------------------------------------------------------------

LANGUAGE_CODE = env.str("TRIOMPHE_LANGUAGE", "en")
LANGUAGES = [("en", _("English"))]
TIME_ZONE = env.str("TIME_ZONE", "") or get_localzone_name() or "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.SmallFilesStorage"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.discreet.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    # A refused form is an answer, not an event.
    "loggers": {"django.request": {"level": "ERROR"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", "WARNING")},
}
