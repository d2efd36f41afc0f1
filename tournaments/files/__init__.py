"""Import and export: the event file, backups, score files, spreadsheets."""
