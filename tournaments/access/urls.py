"""The addresses for signing in and joining."""

from django.urls import path

from tournaments.access import views

urlpatterns = [
    path("sign-in/", views.sign_in_form, name="sign_in_form"),
    path("sign-in/<slug:token>/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("phone/", views.host_phone, name="host_phone"),
    path("join/", views.join, name="join"),
    path("join/<str:token>/", views.join_event, name="join_event"),
    path("k/<slug:token>/", views.scorekeeper_in, name="scorekeeper_in"),
]
