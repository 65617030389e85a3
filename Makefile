# make trace       an answer in minutes: what every document does to the bias, and the page, without retraining
# make reproduce   everything: the same, then retraining, every table and figure of the paper, and the full page
# make figures     of the same, every table and figure and the comparison with the paper, without the page
# make paper       the tables and figures of the run on Simple English Wikipedia, from its kept retrains, without training
# make check       lint, types and unit tests, for everyday work
# make test        every test
# make test-slurm  starts a Slurm of its own (as root on Debian; at most 30 minutes) and a run that loses a job there
# Options: SETUP=wiki, CORES=4, CONFIG=mine.yaml (merged over config.yaml), PROFILE=slurm, PYTHON=python3.12,
#          VERBOSE=1 (Snakemake's own output); CORPUS=reviews.csv OPTIONS="--text-field body" (make trace only: your
#          own documents, see docs/usage.md)

CORES ?= all
PYTHON ?= python3 python3.13 python3.12 python3.11 python
RECENT := import sys; sys.exit(sys.version_info < (3, 11))
WHERE := $(if $(PROFILE),--profile profiles/$(PROFILE),--cores $(CORES))
EXECUTOR := $(if $(PROFILE),$(shell sed -n 's/^executor: *\([a-z-]*\).*/\1/p' profiles/$(PROFILE)/config.yaml))
ENVIRONMENT := .venv/$(if $(wildcard envs/requirements-$(EXECUTOR).txt),$(EXECUTOR),run).done
SETTINGS := $(strip $(if $(PROFILE),$(wildcard profiles/$(PROFILE)/settings.yaml)) $(CONFIG))
RUN := .venv/bin/snakemake $(if $(VERBOSE),,--logger origins) $(WHERE) $(if $(SETUP),--config run=$(SETUP)) \
	$(if $(CONFIG),--configfile $(SETTINGS)) --

ONE := $(if $(CORES:all=),--cores $(CORES))
ifdef CORPUS
ifneq ($(filter reproduce figures,$(MAKECMDGOALS))$(CONFIG)$(SETUP)$(PROFILE),)
$(error origins: CORPUS goes with `make trace` and without CONFIG, SETUP and PROFILE; to retrain, too, add OPTIONS="--retrain")
endif
endif

# before Snakemake reads the files, which answers a folder or a file that is not UTF-8 with a traceback
CHECK := $(if $(CONFIG),.venv/bin/python -m origins check $(if $(SETUP),--setup $(SETUP)) $(SETTINGS),true)

.PHONY: help trace reproduce figures paper check test test-slurm format lock clean

help:
	@sed -n '1,11s/^# //p' Makefile

trace: $(ENVIRONMENT)
	@$(if $(CORPUS),,$(CHECK))
	@$(if $(CORPUS),.venv/bin/python -m origins trace "$(CORPUS)" $(ONE) $(OPTIONS),$(RUN) trace)

# first the page without retraining, so that there is something to read meanwhile
reproduce: $(ENVIRONMENT)
	@$(CHECK)
	@$(RUN) trace
	@$(RUN) all

figures: $(ENVIRONMENT)
	@$(CHECK)
	@$(RUN) figures

PAPER := docs/reproduction
paper: .venv/run.done
	@.venv/bin/python $(PAPER)/kept.py unpack results/simplewiki-2021
	@.venv/bin/snakemake $(if $(VERBOSE),,--logger origins) --cores $(CORES) \
		--configfile $(PAPER)/config.yaml $(PAPER)/kept.yaml --rerun-triggers mtime -- figures

check: .venv/test.done
	@.venv/bin/ruff check && .venv/bin/ruff format --check && .venv/bin/snakefmt --check Snakefile workflow
	@.venv/bin/mypy
	@.venv/bin/python -m pytest -n auto --dist loadgroup -q tests/unit -m "not slow"

test: .venv/test.done
	@.venv/bin/python -m pytest -n auto --dist loadgroup

test-slurm: .venv/test.done .venv/slurm.done
	@timeout --kill-after=60 1800 .venv/bin/python -m pytest -m slurm -s tests/workflow/test_slurm.py

format: .venv/test.done
	@.venv/bin/ruff check --fix && .venv/bin/ruff format && .venv/bin/snakefmt Snakefile workflow

# Needs uv (pip install uv). One lock for every Python from 3.11 on.
LOCK := uv pip compile --quiet --upgrade --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-annotate --no-header pyproject.toml
lock:
	$(LOCK) --output-file envs/requirements.txt
	$(LOCK) --extra slurm --constraint envs/requirements.txt --output-file envs/requirements-slurm.txt
	$(LOCK) --extra test --constraint envs/requirements.txt --output-file envs/requirements-test.txt

clean:
	rm -rf .venv .snakemake

.venv/run.done: envs/requirements.txt
.venv/slurm.done: envs/requirements-slurm.txt
.venv/test.done: envs/requirements-test.txt
.venv/%.done:
	@python=; for candidate in $(PYTHON); do \
	    if $$candidate -c "$(RECENT)" 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "origins: no Python 3.11 or later found (tried: $(PYTHON)); install one, or name it: make PYTHON=/path/to/python"; exit 1; \
	fi; \
	if [ ! -x .venv/bin/pip ] && ! $$python -m venv --clear .venv; then \
	    rm -rf .venv; echo "origins: $$python cannot create a virtual environment; install its venv module (Debian: apt install python3-venv)"; exit 1; \
	fi
	@echo "Installing the packages of $< into .venv (once; about a minute)"
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@.venv/bin/python -c "import pathlib, sysconfig; pathlib.Path(sysconfig.get_path('purelib'), 'origins.pth').write_text('$(CURDIR)/src\n')"
	@touch $@
