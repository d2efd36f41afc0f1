"""Evenings of several games."""

from django.urls import path

from tournaments.evenings import views

EVENING = "evenings/<int:evening_id>/"
urlpatterns = [
    path("evenings/new/", views.evening_new, name="evening_new"),
    path(EVENING, views.evening, name="evening"),
    path(f"{EVENING}act/", views.evening_act, name="evening_act"),
    path(f"{EVENING}settings/", views.evening_settings, name="evening_settings"),
    path(f"{EVENING}overall.pdf", views.evening_pdf, name="evening_pdf"),
    path(f"{EVENING}tonight.pdf", views.evening_tonight, name="evening_tonight"),
    path(f"{EVENING}evening.xlsx", views.evening_workbook, name="evening_workbook"),
    path(f"{EVENING}export/", views.evening_export, name="evening_export"),
    path(f"{EVENING}code.svg", views.evening_code, name="evening_code"),
    path("e/<slug:token>/", views.evening_guests, name="evening_guests"),
]
