"""All addresses of the application, and one more: the minimal view."""

from django.urls import path

from scorekeeper.urls import urlpatterns as addresses
from tests.benchmarks.serving import minimal

urlpatterns = [path("minimal/", minimal), *addresses]
