"""The print menu, papers, and jobs."""

from django.urls import path

from tournaments.papers import views
from tournaments.paths import EVENT

urlpatterns = [
    path(f"{EVENT}print/", views.event_print, name="event_print"),
    path(f"{EVENT}print/<slug:kind>.pdf", views.event_pdf, name="event_pdf"),
    path(f"{EVENT}print/<slug:kind>.png", views.event_picture, name="event_picture"),
    path(f"{EVENT}print/jobs/<int:job_id>/", views.print_job, name="print_job"),
    path(f"{EVENT}print/jobs/<int:job_id>/file.pdf", views.print_file, name="print_file"),
]
