# make play    start the app in your browser    make test    all checks and tests; run it before a commit
# make bench   measure speed on this machine    make lint    style and types only
# make docs    build the documentation site     make lock    update the locked versions
# make dist    build and try out a release      make clean   remove everything that was built
# make load    test a server under load (LOAD="--tables 100 --db postgresql")

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Right for two cores: tests with browsers spend most of their time waiting.
WORKERS ?= 3
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

SOURCES := pyproject.toml setup.py $(shell find src -type f -not -path '*.egg-info/*' -not -name '*.pyc' -not -name '*.mo')
FOURTH := $(shell find tests/fourth_game -type f -not -path '*.egg-info/*' -not -path '*/build/*' -not -name '*.pyc')

.PHONY: play test bench bench-envs load lint docs dist lock clean
.NOTPARALLEL:

play: $(VENV)/package.stamp
	$(BIN)/farmtable serve

# The package comes first: in a fresh clone it is then built with only what `make play` installs.
test: $(VENV)/package.stamp lint $(VENV)/fourth.stamp
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 25

bench: $(VENV)/package.stamp
	$(BIN)/farmtable bench
	$(BIN)/python -m tools.agricola_cards

bench-envs: $(VENV)/package.stamp $(VENV)/test.stamp
	$(BIN)/python -m tools.bench_envs

load: $(VENV)/package.stamp $(VENV)/test.stamp
	$(BIN)/python -m tools.load $(LOAD)

lint: $(VENV)/test.stamp
	$(BIN)/ruff check
	$(BIN)/mypy

docs: $(VENV)/test.stamp $(VENV)/package.stamp
	$(BIN)/mkdocs build --quiet --strict

# The sources, a wheel for this machine and one for any machine, each tried out without a compiler.
dist: $(VENV)/test.stamp
	rm -rf build dist
	$(BIN)/python -c "from setuptools.build_meta import build_sdist; build_sdist('dist')"
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz
	FARMTABLE_PURE=1 $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz
	for wheel in dist/*.whl; do $(BIN)/python -m tools.try_wheel $$wheel || exit 1; done

# Versions and hashes are locked; the package itself is then built against them, compiled if there is a compiler.
$(VENV)/app.stamp: requirements-app.lock
	@$(PYTHON) -c 'import sys; sys.exit("farmtable needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@echo 'Installing the libraries that the app needs into $(VENV), once.'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r requirements-app.lock
	touch $@

$(VENV)/test.stamp: requirements.lock $(VENV)/app.stamp
	$(PIP) install --require-hashes -r requirements.lock
	touch $@

# `build` is removed first, or setuptools would pack modules that no longer exist in `src`. Not quiet, so that
# pip shows from time to time that it is still working.
$(VENV)/package.stamp: $(SOURCES) $(VENV)/app.stamp
	@echo 'Compiling the games, once: a few minutes.'
	rm -rf build
	$(BIN)/python -m pip --disable-pip-version-check install --no-deps --no-build-isolation --force-reinstall .
	touch $@

$(VENV)/fourth.stamp: $(FOURTH) $(VENV)/package.stamp
	$(PIP) install --no-deps --no-build-isolation --force-reinstall ./tests/fourth_game
	touch $@

TESTED = test gymnasium pettingzoo openspiel mcp docs

PIP_COMPILE = FARMTABLE_PURE=1 $(VENV)/lock/bin/pip-compile --quiet --upgrade --generate-hashes --no-strip-extras \
	--allow-unsafe --all-build-deps --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock:
	$(PYTHON) -m venv $(VENV)/lock
	$(VENV)/lock/bin/pip install --disable-pip-version-check --quiet pip-tools
	$(PIP_COMPILE) $(TESTED:%=--extra %) --output-file requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra postgresql --extra notifications --constraint requirements.lock --output-file requirements-app.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name '__pycache__' -o -name '*.egg-info' | xargs rm -rf
