"""Every address, room by room."""

from importlib import import_module

# Addresses are tried in turn, and phones ask far more often than the host. They stand in one list:
# each list within another costs every request as much as the finding in it.
ROOMS = (
    "phones",
    "referee",
    "wall",
    "records",
    "access",
    "rules",
    "reports",
    "seating",
    "standings",
    "papers",
    "desk",
    "files",
    "events",
    "house_games",
    "api",
)

urlpatterns = [
    address for room in ROOMS for address in import_module(f"tournaments.{room}.urls").urlpatterns
]
