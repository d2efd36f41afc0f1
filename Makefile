# Conveniences for developers; users need only the two commands of the README.
PYTHON := .venv/bin/python
BENCH := -m pytest -p no:randomly -o addopts="--import-mode=importlib --strict-markers"

.PHONY: up test lint format bench requirements environment

up:
	python3 manage.py up

test:
	python3 manage.py test

environment:
	python3 manage.py test --version

lint: environment
	.ci/lint

format: environment
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

bench: environment
	$(PYTHON) $(BENCH) tests/benchmarks

# Needs uv. Writes no addresses into the lists.
requirements:
	for name in runtime test; do \
		uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-header requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done
