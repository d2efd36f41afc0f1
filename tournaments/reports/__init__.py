"""What tables say: entry, judgement, acceptance, correction, withdrawal, dispute, undo."""
