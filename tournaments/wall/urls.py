"""The wall screen by its link, and the host's control of it."""

from django.urls import path

from tournaments.wall import prize_views, views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path(f"{EVENT}wall/", views.event_wall_control, name="event_wall_control"),
    path(f"{EVENT}prizes/", prize_views.event_prizes, name="event_prizes"),
    path("w/<slug:token>/", views.wall, name="wall"),
    path("w/<slug:token>/slides/", views.wall_slides, name="wall_slides"),
]
