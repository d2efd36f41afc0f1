"""Every address, room by room."""

from django.urls import include, path

# Addresses are tried in turn, and phones ask far more often than the host.
ROOMS = (
    "phones",
    "referee",
    "wall",
    "people",
    "access",
    "scoring",
    "seating",
    "standing",
    "papers",
    "events",
    "evenings",
    "shelf",
    "api",
)

urlpatterns = [path("", include(f"tournaments.{room}.urls")) for room in ROOMS]
