"""Django settings, each read from the environment; docs/operating.md says what each one does.

With nothing set, Triomphe runs embedded: SQLite and an in-memory queue, all of it on this machine.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from tzlocal import get_localzone_name

from config import env
from config.database import database_settings
from config.mail_url import mail_settings
from config.push_key import push_settings
from config.secret import LEAST, secret_key

ROOT = Path(__file__).resolve().parent.parent

# -- where things are ----------------------------------------------------------------------------

DATA_DIR = Path(env.text("TRIOMPHE_DATA", "") or ROOT / "var").absolute()
DATABASE_URL = env.text("DATABASE_URL", "")
BROKER_URL = env.address("BROKER_URL", "amqp", "amqps", "redis", "rediss")
REDIS_URL = env.address("REDIS_URL", "redis", "rediss", "unix")
BACKUP_DIR = Path(env.text("TRIOMPHE_BACKUPS", "") or DATA_DIR / "backups").absolute()
EMBEDDED = not BROKER_URL
"""No broker: the worker's relay finds in the database what is due."""

# -- who may reach it ----------------------------------------------------------------------------

DEBUG = env.switch("TRIOMPHE_DEBUG", False)
SECRET_KEY = env.text("SECRET_KEY", "", least=LEAST) or secret_key(DATA_DIR)
ALLOWED_HOSTS = env.several("ALLOWED_HOSTS") or ["*"]
HALL_HOSTS_ONLY = ALLOWED_HOSTS == ["*"]
"""With no host named, only this machine's names and plain addresses are answered (config.hosts)."""
CSRF_TRUSTED_ORIGINS: list[str] = env.several("CSRF_TRUSTED_ORIGINS", beginning=("https://", "http://"))
HTTPS = env.switch("HTTPS", False)
"""True where every visitor comes by HTTPS: cookies and redirects follow."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    # A browser takes such a name from this very host alone: no neighbour can plant a cookie of ours.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language"
MESSAGE_STORAGE = "config.messages.Messages"
# Asked by machines that come by the plain address.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.whole("HSTS_SECONDS", 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0
BEHIND_PROXY = env.switch("BEHIND_PROXY", False)
"""True where a proxy of ours says who a visitor is and what a request is called."""
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
YEARS_OF_HOURS = 24 * 365 * 10
STAY_IDLE = timedelta(hours=env.number("SESSION_IDLE_HOURS", 24 * 7, least=0.01, most=YEARS_OF_HOURS))
STAY_LONGEST = timedelta(hours=env.number("SESSION_HOURS", 24 * 30, least=0.01, most=YEARS_OF_HOURS))
"""After which somebody has to sign in again: unused for so long, or in any case."""
# Of who is not signed in, a session holds the cards they scanned.
SESSION_COOKIE_AGE = max(60 * 60 * 24 * 30, int(STAY_LONGEST.total_seconds()))
SESSION_ENGINE = "config.sessions"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# The longest list of names that is still answered in words, in letters that take twelve bytes in a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
LARGEST_REQUEST = 16 * 1024 * 1024
"""More is not even kept while it comes in (config.intake); the forms have narrower limits of their own."""
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
    "config.signin",
    "config.api",
    "config.tidings",
    "django_htmx",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "config.api.middleware.ProblemMiddleware",
    "config.hosts.HallHostMiddleware",
    "config.intake.Utf8Middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.packing.PackedPagesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.languages.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.signin.middleware.StayMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.headers.PrivateMiddleware",
    "config.signin.middleware.GuessingMiddleware",
    "tournaments.middleware.NotAllowedMiddleware",
    "config.trouble.TroubleMiddleware",
    *(["config.live.telling.TellingMiddleware"] if REDIS_URL else []),
    "config.api.middleware.ApiMiddleware",
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
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "config.signin.passwords.OneCharacterValidator"},
    {"NAME": "config.signin.passwords.ContextWordsValidator"},
]

# -- data ----------------------------------------------------------------------------------------

WEB_THREADS = env.whole("WEB_THREADS", 8, least=1, most=1_000)
"""How many requests a web process works on at once; each keeps a database connection."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, Any] = {"default": database_settings(DATABASE_URL, DATA_DIR)}

# -- how much one may ask for --------------------------------------------------------------------

REQUESTS_PER_SECOND = env.number("REQUESTS_PER_SECOND", 300.0)
LINK_REQUESTS_PER_SECOND = env.number("LINK_REQUESTS_PER_SECOND", 30.0)
STREAMS_PER_ADDRESS = env.whole("STREAMS_PER_ADDRESS", 2_000)

# -- jobs ----------------------------------------------------------------------------------------

RELAY_SECONDS = env.number("RELAY_SECONDS", 0.1, least=0.01, most=5)
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 10.0, least=0.1, most=3600)

# -- telling other programs ----------------------------------------------------------------------

WEBHOOKS_ANYWHERE = env.switch("WEBHOOKS_ANYWHERE", False)
"""True where other programs of the operator's own network may be told too, and by plain HTTP (config.api.sending)."""

# -- mail ----------------------------------------------------------------------------------------

EMAIL_URL = env.text("EMAIL_URL", "")
MAILS = bool(EMAIL_URL)
"""Whether any can be sent: what needs one is offered nowhere otherwise."""
EMAIL_FROM = env.text("EMAIL_FROM", "")
globals().update(mail_settings(EMAIL_URL, EMAIL_FROM))

# -- web push ------------------------------------------------------------------------------------

WEB_PUSH_KEY, WEB_PUSH_CONTACT = push_settings(
    env.text("WEB_PUSH_KEY", ""), env.text("WEB_PUSH_CONTACT", ""), EMAIL_FROM
)
PUSHES = bool(WEB_PUSH_KEY)
"""Whether browsers can be told anything: it is offered nowhere otherwise."""
WEB_PUSH_HOSTS: list[str] = env.several("WEB_PUSH_HOSTS") or [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
]
"""The push services of browsers, each with all below it: nothing is sent to any other."""

# -- language, time, files -----------------------------------------------------------------------

LANGUAGES = [
    ("en", "English"),
    ("fr", "Français"),
    ("nl", "Nederlands"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("pt", "Português"),
    ("pl", "Polski"),
    ("da", "Dansk"),
    ("sv", "Svenska"),
    ("nb", "Norsk bokmål"),
    ("fi", "Suomi"),
    ("cs", "Čeština"),
]
"""Those of the published rule sheets, each in its own words. For each there is a catalogue in locale/."""
LANGUAGE_CODE = env.text("TRIOMPHE_LANGUAGE", "en", among=[code for code, _ in LANGUAGES])
LOCALE_PATHS = [ROOT / "locale"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
TIME_ZONE = env.zone("TIME_ZONE") or get_localzone_name() or "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.SmallFilesStorage"},
}

# -- looking after it ----------------------------------------------------------------------------

DRAIN_SECONDS = env.number("DRAIN_SECONDS", 0.0, most=3600)
"""How long a web process that was asked to stop goes on serving, so that a proxy can notice."""
METRICS_PORT = env.whole("METRICS_PORT", 0, most=65535)
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")
SLOW_REQUEST_SECONDS = env.number("SLOW_REQUEST_SECONDS", 2.0)
LOG_FORMAT = env.text("LOG_FORMAT", "text", among=("text", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "config.logs.TextFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S%z",
            "style": "{",
        },
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    # A refused form is an answer, not an event. Who came in is one, however little else is wanted.
    "loggers": {"django.request": {"level": "ERROR"}, "security": {"level": "INFO"}},
    "root": {
        "handlers": ["stderr"],
        "level": env.text("LOG_LEVEL", "WARNING", among=("DEBUG", "INFO", "WARNING", "ERROR")),
    },
}
