"""The forms of reports: what is asked of a deal, what was typed, and help with entering it."""
