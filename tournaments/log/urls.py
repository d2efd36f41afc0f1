"""The log of an event, and taking its last step back."""

from django.urls import path

from tournaments.log import views
from tournaments.paths import EVENT

urlpatterns = [
    path(f"{EVENT}log/", views.event_log, name="event_log"),
    path(f"{EVENT}undo/", views.event_undo, name="event_undo"),
]
