# Ventuno. `make run` and `make test` need Python 3.11+ and make, nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready

.PHONY: run test check bench soak agreement playthroughs clean

run: $(READY)
	@$(BIN)/ventuno play free-chip

test: check
	@$(BIN)/python -m pytest -q -n 2

check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(READY)
	@for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# Kills a store under load thousands of times (KILLS=2000) and looks for anything lost or paid twice.
KILLS ?= 2000
soak: $(READY)
	@$(BIN)/python -W ignore -m tests.store.soak $(KILLS)

# The exact odds against 10^8 simulated rounds of every game (ROUNDS=100000000), mean and standard deviation.
ROUNDS ?= 100000000
agreement: $(READY)
	@$(BIN)/python -m tests.agreement $(ROUNDS)

# Records the playthroughs in tests/playthroughs anew; `git diff` then shows what changed.
playthroughs: $(READY)
	@$(BIN)/python -m tests.playthroughs

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ventuno needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache
