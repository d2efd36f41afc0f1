"""Root of the URLs."""

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.outages import healthz

handler500 = "scorekeeper.outages.server_error"
urlpatterns: list[URLPattern | URLResolver] = []
if find_spec("tournaments.urls"):
    urlpatterns += import_module("tournaments.urls").urlpatterns
urlpatterns += [
    path("healthz", healthz, name="healthz"),
    path("language/", include("django.conf.urls.i18n")),
]
