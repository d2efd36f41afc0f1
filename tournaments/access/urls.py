"""The ways in, and the links of an event."""

from django.urls import path

from tournaments.access import link_pages, views
from tournaments.paths import EVENT

urlpatterns = [
    path("sign-in/", views.sign_in_form, name="sign_in_form"),
    path("sign-in/<slug:token>/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("k/<slug:token>/", views.scorekeeper_in, name="scorekeeper_in"),
    path(f"{EVENT}links/", link_pages.event_links, name="event_links"),
    path(f"{EVENT}links/<int:link_id>/", link_pages.event_link, name="event_link"),
    path(
        f"{EVENT}links/<int:link_id>/code.svg", link_pages.event_link_code, name="event_link_code"
    ),
]
