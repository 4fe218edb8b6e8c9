# Each target makes what it needs: a fresh machine wants only make and Python 3.11 or later.
# `make PYTHON=python3.12 test` chooses another Python, `make REPORTS=dir test` keeps JUnit files.

PYTHON ?= python3
REPORTS ?=
VENV := .venv
BIN := $(VENV)/bin
# No isolated builds: they would fetch their tools without a hash.
INSTALL := $(BIN)/pip install --quiet --use-pep517 --no-build-isolation
PYTEST := $(BIN)/python -m pytest -q
report = $(if $(REPORTS),--junitxml=$(REPORTS)/$@.xml)

.DEFAULT_GOAL := help
.PHONY: help demo test check soak bench setup servers clean

help:
	@echo 'make demo    play a whole small game by real mail on this machine, into demo-out/'
	@echo 'make test    all tests but the long ones; installs mail servers when root on Debian'
	@echo 'make check   format, lint, types, imports, examples in the documents'
	@echo 'make soak    the long tests'
	@echo 'make bench   the measurements of docs/performance.md'
	@echo 'make setup   only prepare .venv for all of these'
	@echo 'make clean   remove .venv and all that was made'

demo: $(VENV)/demo.done
	$(BIN)/mailbot demo --dir demo-out

test: setup servers
	$(PYTEST) -n 2 --dist worksteal $(report)

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST) --doctest-modules engine grammar mailbot tests/architecture $(report)

# pytest ends with 5 when it found nothing to run: said, but no failure.
soak: setup servers
	$(PYTEST) -n 2 --dist worksteal -m soak $(report) || { [ $$? -eq 5 ] && echo 'No test is marked soak yet.'; }

bench: setup
	$(PYTEST) -m bench -s $(report) || { [ $$? -eq 5 ] && echo 'No test is marked bench yet.'; }

setup: $(VENV)/test.done

servers:
	@scripts/servers

$(VENV)/venv.done: requirements/build.txt
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' || { \
	  echo '$(PYTHON) is missing, older than 3.11, or without venv.' >&2; \
	  echo 'Install it (on Debian: apt-get install python3-venv) or name another:' \
	       'make PYTHON=python3.12 …' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements/build.txt
	@touch $@

$(VENV)/project.done: pyproject.toml $(VENV)/venv.done
	$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/%.done: requirements/%.txt $(VENV)/project.done
	$(INSTALL) --require-hashes -r requirements/$*.txt
	@touch $@

clean:
	rm -rf $(VENV) build dist demo-out *.egg-info .mypy_cache .ruff_cache .pytest_cache \
	  .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
