"""How everybody stands, and why: standings, a person’s page, explanations, the ledger."""
