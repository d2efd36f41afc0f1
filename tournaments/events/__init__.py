"""An evening from its making to its end: settings, desk, ending, backup, files out and in."""
