# Conveniences for developers; users need only the two commands of the README.
PYTHON := .venv/bin/python
BENCH := -m pytest -p no:randomly -o addopts="--import-mode=importlib --strict-markers"

.PHONY: up test exhaustive lint format faults bench load pictures tour requirements environment

up:
	python3 manage.py up

test:
	python3 manage.py test

# All there is: every game on every page, every size of paper, every former evening.
exhaustive:
	python3 manage.py test --exhaustive

environment:
	python3 manage.py test --version

lint: environment
	.ci/lint

format: environment
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

# Some hours; FAULTS=0.1 is a tenth of it.
faults: environment
	FAULTS=$${FAULTS:-long} $(PYTHON) -m pytest -p no:randomly -m faults tests/faults
	FAULTS=$${FAULTS:-long} $(PYTHON) -m pytest -p no:randomly -k come_to_their_end tests/rulesets/referee

bench: environment
	$(PYTHON) $(BENCH) tests/benchmarks

# An hour; LOAD="--hall 1 --hands 2" plays two hands of the first hall at the same rates.
load: environment
	SCOREKEEPER_NO_BOOTSTRAP=1 $(PYTHON) -m tests.load $(LOAD)

# Every page of every family at five widths, with contact sheets, into var/pictures/.
# PICTURES="--families coins --widths 390 --dark" takes these alone.
pictures: environment
	SCOREKEEPER_NO_BOOTSTRAP=1 $(PYTHON) -m tests.browser.pictures $(PICTURES)

# The pictures of README's tour, into docs/pictures/.
tour: environment
	SCOREKEEPER_NO_BOOTSTRAP=1 $(PYTHON) -m tests.browser.tour

# Needs uv. Writes no addresses into the lists.
requirements:
	for name in runtime test; do \
		uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-header requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done
