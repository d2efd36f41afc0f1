"""The print menu, papers, and jobs; the rulebook and its editions."""

from django.urls import path

from tournaments.papers import share_views, views
from tournaments.papers.editions import views as editions
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path(f"{EVENT}print/", views.event_print, name="event_print"),
    path(f"{EVENT}print/<slug:kind>.pdf", views.event_pdf, name="event_pdf"),
    path(f"{EVENT}print/<slug:kind>.png", views.event_picture, name="event_picture"),
    path(f"{EVENT}print/jobs/<int:job_id>/", views.print_job, name="print_job"),
    path(f"{EVENT}print/jobs/<int:job_id>/file.pdf", views.print_file, name="print_file"),
    path(f"{EVENT}share/", share_views.event_share, name="event_share"),
    path("t/<slug:token>/share/", share_views.table_share, name="table_share"),
    path("won/<slug:token>/", share_views.shared, name="shared"),
    path("won/<slug:token>/picture.png", share_views.shared_picture, name="shared_picture"),
    path("won/<slug:token>/square.png", share_views.shared_square, name="shared_square"),
    path("won/<slug:token>/winners.pdf", share_views.shared_paper, name="shared_paper"),
    path("rules/<slug:slug>/sheet/", views.cheat_sheet, name="cheat_sheet"),
    path("rules/<slug:slug>/sheet.pdf", views.cheat_sheet_file, name="cheat_sheet_file"),
    path("rulebook/", editions.rulebook, name="rulebook"),
    path("people/records/yearbooks/", editions.yearbooks, name="yearbooks"),
    path("rulebook/<int:edition_id>/", editions.rulebook_edition, name="rulebook_edition"),
    path("rulebook/<int:edition_id>/cover.png", editions.rulebook_picture, name="rulebook_picture"),
    path("rulebook/<int:edition_id>/book.pdf", editions.rulebook_file, name="rulebook_file"),
    path(
        "rulebook/<int:edition_id>/booklet.pdf", editions.rulebook_booklet, name="rulebook_booklet"
    ),
]
