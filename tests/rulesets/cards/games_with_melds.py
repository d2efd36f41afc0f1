"""The games whose cards are counted, by slug: rules of melds, values, contracts."""

from rulesets.files.counting import by_game

RULES = {slug: known.melds for slug, known in by_game().items() if known.melds is not None}
TABLES = {slug: known.values for slug, known in by_game().items() if known.values is not None}
CONTRACTS = {slug: known.contracts for slug, known in by_game().items() if known.contracts}
