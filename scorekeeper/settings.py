"""All settings, from environment variables; the defaults suit one laptop in a hall.

docker/env.example lists the variables. A large installation is one whose
DATABASE_URL is not SQLite.
"""

import json
import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from tzlocal import get_localzone_name

from scorekeeper import __version__, environment

VERSION = __version__
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("SCOREKEEPER_VAR", str(BASE_DIR / "var"))).resolve()

DEBUG = environment.flag("DEBUG")
DATABASE_URL = environment.text("DATABASE_URL")
REDIS_URL = environment.text("REDIS_URL")
LOCAL = not DATABASE_URL or DATABASE_URL.startswith("sqlite:")

if DEBUG and not LOCAL:
    raise ImproperlyConfigured("DEBUG shows the program's internals; use it on one computer only")

SECRET_KEY = environment.secret("SECRET_KEY")
if not SECRET_KEY:
    if not LOCAL:
        raise ImproperlyConfigured("SECRET_KEY must be set where DATABASE_URL names a server")
    SECRET_KEY = environment.secret_in_file(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
# Its part of the cache and its queue of jobs are called so.
INSTALLATION = environment.installation_name(SECRET_KEY)

# On a laptop the address changes with the Wi-Fi: scorekeeper.middleware.local_hosts then decides.
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or ["*"]
if ALLOWED_HOSTS != ["*"]:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1"]  # health checks from inside
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
# The address that QR codes carry, such as https://games.example.org; empty: the request's own.
PUBLIC_URL = environment.text("PUBLIC_URL").rstrip("/")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "tournaments",
]

MIDDLEWARE = [
    "scorekeeper.middleware.local_hosts",
    "django.middleware.security.SecurityMiddleware",
    "tournaments.access.polling.unless_known",
    "scorekeeper.middleware.answers_on_disk",
    "scorekeeper.middleware.Compressed",
    "scorekeeper.middleware.safe_headers",
    "scorekeeper.middleware.bounded_bodies",
    "scorekeeper.middleware.refusals",
    "scorekeeper.middleware.well_formed",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.middleware.page_of_form",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
ASGI_APPLICATION = "scorekeeper.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scorekeeper.context_processors.htmx",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- data ----------------------------------------------------------------------------------------

SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": VAR_DIR / "scorekeeper.sqlite3",
    "OPTIONS": {
        # Writers queue at BEGIN instead of failing half-way; FULL, because "saved" must survive a
        # power cut (WAL with NORMAL may lose the last commits).
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
        ),
    },
    "CONN_MAX_AGE": None,  # the few threads of the pages keep theirs
    # A file: threads cannot share an in-memory database without locking each other out.
    "TEST": {"NAME": VAR_DIR / f"test-{os.getpid()}.sqlite3"},
}


def large_database(url: str) -> dict[str, Any]:
    """Return the settings of a large installation's database, with psycopg's pool for PostgreSQL.

    Under ASGI requests run in several threads, so persistent connections would pile up:
    CONN_MAX_AGE stays 0 and the pool lends them. A connection prepares statements after five uses:
    phones send the same few all the time, and planning costs PostgreSQL more than the answer.
    """
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=0))
    if "postgresql" in config["ENGINE"]:
        options = config.setdefault("OPTIONS", {})
        options["server_side_binding"] = True
        size = environment.number("DATABASE_POOL", 8)
        if size:
            options["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
            options["prepare_threshold"] = 5
    return config


if DATABASE_URL and LOCAL:
    SQLITE["NAME"] = dj_database_url.parse(DATABASE_URL)["NAME"]
DATABASES = {"default": SQLITE if LOCAL else large_database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if LOCAL:
    environment.keep_private(VAR_DIR, Path(SQLITE["NAME"]))

# --- caches, sessions, jobs ----------------------------------------------------------------------

if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "tournaments.cache.shared_cache.FaultTolerantCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": INSTALLATION,
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

SESSION_ENGINE = "scorekeeper.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

CELERY_BROKER_URL = REDIS_URL or None
# A result backend would make .delay() wait long when Redis is down; the database keeps progress.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# What kills its maker again and again is given up: tournaments.jobs.services.ATTEMPTS.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 30,
    "max_retries": 1,
}
CELERY_TASK_DEFAULT_QUEUE = environment.text("CELERY_QUEUE", INSTALLATION)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# How old a page may be that many people look at and nobody works on: it is not rendered anew after
# each of the results that pour in.
ONLOOKERS_SECONDS = 2.0
# Whether the files of events are brought in by a process of their own, all but the shortest.
IMPORTS_APART = True

# --- accounts and safety -------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
# By address, whatever the name: a stranger who guesses locks out nobody elsewhere.
AXES_LOCKOUT_PARAMETERS = ["ip_address"]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # trying again does not make it longer
AXES_RESET_ON_SUCCESS = False  # tournaments.access.services forgives less
AXES_LOCKOUT_CALLABLE = "tournaments.access.views.locked_out"
AXES_CLIENT_IP_CALLABLE = "scorekeeper.middleware.client_address"
AXES_VERBOSE = False
# Whether proxies in front add to X-Forwarded-For and set X-Forwarded-Proto; and how many stand one
# after the other: what is further left in X-Forwarded-For anybody may have written.
BEHIND_PROXY = environment.flag("BEHIND_PROXY")
PROXIES = max(1, environment.number("PROXIES", 1))

# Of the API: calls a minute for each link, and wrong tokens a minute from one address.
API_CALLS_A_MINUTE = environment.number("API_CALLS_A_MINUTE", 600)
API_GUESSES_A_MINUTE = 30

HTTPS = environment.flag("HTTPS")
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# Readable by script on purpose: the outbox adds the token at the moment it sends.
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = False  # the proxy's business
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 0)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header on plain http and complain about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
# Plain http is sent on to https, and other names of the domain are promised https, by whoever
# looks after the proxy in front and the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "media-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# Ten thousand pasted names or an exported event fit; anything larger is a mistake or an attack.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000  # somebody ticked for each of them
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
MAX_REQUEST_BODY = 16 * 1024 * 1024

# --- language and time ---------------------------------------------------------------------------

LANGUAGE_CODE = environment.text("LANGUAGE_CODE", "en")
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.text("TIME_ZONE") or get_localzone_name() or "UTC"

# --- static files and media ----------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
# Where they are collected: set in the image, and by `manage.py up` as it starts. Names then carry
# a hash, and browsers may keep them for ever.
COLLECTED_STATIC = environment.text("STATIC_ROOT")
STATIC_ROOT = COLLECTED_STATIC or str(VAR_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournaments.web.static_files.BundledStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"

# --- htmx ----------------------------------------------------------------------------------------

# For the page's <meta name="htmx-config">: nothing that needs inline style or eval, and a refused
# form (422) is shown in place.
HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,
        "allowEval": False,
        "allowScriptTags": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
        "refreshOnHistoryMiss": True,
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            {"code": "(409|422)", "swap": True, "error": False},
            {"code": "[45]..", "swap": False, "error": True},
        ],
    }
)

# One handler for everything: every line goes through the formatter that masks tokens.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorekeeper.outages.Lines",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Strangers who ask for other names are answered 400; that is no fault of ours to report.
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
    },
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "WARNING")},
}
