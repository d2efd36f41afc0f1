"""An evening from its creation to its end: settings, front page, ending, sharing."""
