"""The wall screen by its link, and what the host does to it."""

from django.urls import path

from tournaments.paths import EVENT
from tournaments.wall import control_pages, views

urlpatterns = [
    path(f"{EVENT}wall/", control_pages.event_wall_control, name="event_wall_control"),
    path("w/<slug:token>/", views.wall, name="wall"),
    path("w/<slug:token>/slides/", views.wall_slides, name="wall_slides"),
]
