"""Files out and in: the event file, backups, score files, spreadsheets."""
