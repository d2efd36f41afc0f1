"""The nouns of the app, one module for each family of them."""

from tournaments.models.access import Device, JoinAttempt, JoinCode, Link, SignIn
from tournaments.models.events import (
    Entry,
    Evening,
    Event,
    Pairing,
    Presence,
    Snapshot,
    people_of_entries,
)
from tournaments.models.families import Family, Host, Person, family_of, name_with_note
from tournaments.models.house import BookEdition, HouseEdition, HouseGame, HouseRules
from tournaments.models.jobs import SEARCHES, Job
from tournaments.models.log import LogEntry
from tournaments.models.prizes import Prize
from tournaments.models.results import CUT, Acceptance, Balance, Dispute, Report, RivalReport
from tournaments.models.score_cards import Photo, ScoreCards
from tournaments.models.seating import Seat, Seating, SitOut, Substitution, Table

__all__ = [
    "CUT",
    "SEARCHES",
    "Acceptance",
    "Balance",
    "BookEdition",
    "Device",
    "Dispute",
    "Entry",
    "Evening",
    "Event",
    "Family",
    "Host",
    "HouseEdition",
    "HouseGame",
    "HouseRules",
    "Job",
    "JoinAttempt",
    "JoinCode",
    "Link",
    "LogEntry",
    "Pairing",
    "Person",
    "Photo",
    "Presence",
    "Prize",
    "Report",
    "RivalReport",
    "ScoreCards",
    "Seat",
    "Seating",
    "SignIn",
    "SitOut",
    "Snapshot",
    "Substitution",
    "Table",
    "family_of",
    "name_with_note",
    "people_of_entries",
]
