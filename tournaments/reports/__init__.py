"""What tables report: entry, judgement, acceptance, correction, withdrawal, dispute, undo."""
