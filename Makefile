# Everything runs in .venv inside the clone; `make install` builds it from requirements.lock.
PYTHON ?= python3
BIN := .venv/bin
# The suite is held to its time on two cores, each test to one thread of the libraries; the slow rest is `make test-all`.
# There is one process more than cores, since tests in a browser mostly wait.
PYTEST = OMP_NUM_THREADS=1 POLARS_MAX_THREADS=1 $(BIN)/python -m pytest --dist worksteal \
	-n $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')

.PHONY: install demo test test-all check bench papers docs release-check clean

install: .venv/ready

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("likewise needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src # as of any package: else every start compiles where Python may not write bytecode
	touch .venv/ready

demo: install
	$(BIN)/likewise demo

test: install
	$(PYTEST) -m "not slow"

test-all: install
	$(PYTEST)

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	$(BIN)/python -m bench
	$(BIN)/python -m bench files

papers: install
	$(BIN)/likewise papers run --quick
	$(BIN)/likewise papers report

docs: install
	$(BIN)/python docs/build.py

release-check: install
	$(BIN)/python release/check.py

clean:
	rm -rf .venv .bench .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage* dist build
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
