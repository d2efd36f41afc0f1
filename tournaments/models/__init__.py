"""The nouns of the app, one module for each family of them."""

from .access import Link, SignIn
from .evenings import Evening
from .events import Entry, Event, Pairing, Presence, Snapshot
from .families import Family, Host, family_of
from .house import HouseEdition, HouseGame, HouseRules
from .log import LogEntry, PrintJob
from .people import Person, told_apart
from .results import CUT, Acceptance, Dispute, Report
from .rulebooks import RulebookEdition
from .seating import Seat, Seating, SitOut, Substitution, Table
from .stakes import Balance

__all__ = [
    "CUT",
    "Acceptance",
    "Balance",
    "Dispute",
    "Entry",
    "Evening",
    "Event",
    "Family",
    "Host",
    "HouseEdition",
    "HouseGame",
    "HouseRules",
    "Link",
    "LogEntry",
    "Pairing",
    "Person",
    "Presence",
    "PrintJob",
    "Report",
    "RulebookEdition",
    "Seat",
    "Seating",
    "SignIn",
    "SitOut",
    "Snapshot",
    "Substitution",
    "Table",
    "family_of",
    "told_apart",
]
