"""How score is kept: reports entered, judged, accepted, corrected, withdrawn, disputed, undone."""
