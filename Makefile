# Needs make and Python 3.11 or newer; everything else is fetched into .venv.

PYTHON = python3
HOST =
PORT =
DATA =
PHONES =
TLS =
PROXIES =
URL =
NODE =
GAMES = 100000
WALKS = 100
REQUESTS = 1000000
UV = 0.13.9

BIN = .venv/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15
SITE = .venv/docs
OUT = site
TRIED = 8080
# Bytecode is kept between processes: tests start the program a few hundred times.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadgroup

no_python = Python was not found. Install Python 3.11 or newer, then run make again.\
\nPython が見つかりません。Python 3.11 以降を入れて、もう一度 make を実行してください。
old_python = Referee needs Python 3.11 or newer, and $(PYTHON) is much older. Install a newer one and name it: make run PYTHON=python3.12\
\nPython 3.11 以降が必要です（$(PYTHON) はかなり古い版です）。入れたら、その名前で実行してください: make run PYTHON=python3.12
no_folder = The folder .venv could not be made here. Check that you may write to this folder and that the disk is not full.\
\nここに .venv を作れません。このフォルダーに書き込めるか、ディスクに空きがあるかを確かめてください。
no_packages = The Python packages could not be fetched; .venv/pip.log has the details. Check the internet connection, then run make again.\
\nPython パッケージを取得できません（詳細は .venv/pip.log）。ネット接続を確かめて、もう一度 make を実行してください。
no_browser = No Chromium here: the browser tests will be skipped.
no_proxy = No nginx here: the tests behind a proxy will be skipped.
no_npm = No npm here: the edition without a server can be neither built nor tested.
no_font = No Japanese font here: the browser tests measure empty boxes for Japanese.

say_time = trap 'echo "Processor time, user and system, of make and of all that it ran:"; times' EXIT

flag = $(if $(2),--$(1) "$(2)")

fail = { printf '%b\n' "$(1)" >&2; exit 1; }

.PHONY: help run site try-site test test-slow bench soak docs pins clean browser proxy npm
.SILENT:

help:
	echo "make run     start Referee     make run PORT=8000 HOST=0.0.0.0 DATA=~/referee PHONES=2000"
	echo "make run TLS=1          serve https instead, with a certificate made here"
	echo "make run HOST=127.0.0.1 PROXIES=1     behind a proxy that says who asks: X-Forwarded-For, -Proto, -Host"
	echo "make run URL=https://example.org/referee/     the address a proxy gives it"
	echo "make run NODE=A         one of several nodes: its codes and links begin with A"
	echo "make site URL=https://example.org/cards/     build the edition without a server, into OUT=site"
	echo "make try-site            build it for this machine and serve it at localhost:$(TRIED)"
	echo "make test    run every check   ruff, mypy and pytest"
	echo "make test-slow          what takes minutes: walks over the whole app, all pages, many random games"
	echo "make bench   measure           what counts: a slow core, pages, entries, memory, the start"
	echo "make soak    try everything    GAMES=100000 of every game, every page in every room and language,"
	echo "                               WALKS=100 in each game and REQUESTS=1000000 damaged ones; takes hours"
	echo "make docs    build the documents as pages   all of docs/, into docs-site/; a broken link fails"
	echo "make pins    write requirements.txt anew from pyproject.toml, with the hash of every file"
	echo "make clean   remove what the others made; the data folder stays"
	echo "Another Python:                make run PYTHON=python3.12"

run: .venv/run.stamp
	exec $(BIN)/python -m referee serve $(call flag,host,$(HOST)) $(call flag,port,$(PORT)) $(call flag,data,$(DATA)) $(call flag,phones,$(PHONES)) $(call flag,behind-proxy,$(PROXIES)) $(call flag,url,$(URL)) $(call flag,node,$(NODE)) $(if $(filter-out 0 no off,$(TLS)),--tls)

site: .venv/run.stamp npm
	$(BIN)/python -m referee build-site $(OUT) --url "$(or $(URL),$(error URL is missing))"

try-site: .venv/run.stamp npm
	$(BIN)/python -m referee build-site .cache/try-site --url http://localhost:$(TRIED)/
	echo "http://localhost:$(TRIED)/"
	exec $(BIN)/python -m http.server $(TRIED) --bind 127.0.0.1 --directory .cache/try-site

test: .venv/test.stamp browser
	$(say_time); $(BIN)/ruff check --quiet . && $(BIN)/mypy --no-error-summary app.py referee tools && $(PYTEST) -m "not slow"

test-slow: .venv/test.stamp browser proxy npm
	$(say_time); TIER=slow $(PYTEST) -m "(slow or property_test) and not soak"

bench: .venv/test.stamp
	$(BIN)/python -m bench

soak: .venv/test.stamp npm
	$(BIN)/python -m tests.support.soak $(GAMES)
	$(BIN)/python -m tests.support.two_pythons $$(($(GAMES) / 100))
	TIER=soak $(PYTEST) -o faulthandler_timeout=0 -m "slow or property_test"
	$(BIN)/python -m bench.own_games
	TIER=slow WALKS=$(WALKS) STEPS=60 $(PYTEST) -o faulthandler_timeout=0 tests/properties/test_walk.py
	TIER=slow REQUESTS=$(REQUESTS) $(PYTEST) -o faulthandler_timeout=0 tests/fuzz

docs: $(SITE)/made.stamp
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/python -m mkdocs build --strict
	echo "The pages: docs-site/index.html"

pins: .venv/test.stamp
	$(PIP) uv==$(UV)
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-package pip --custom-compile-command "make pins" --quiet -o requirements.txt

clean:
	rm -rf .venv .cache .hypothesis site docs-site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/run.stamp: requirements.txt
	command -v $(PYTHON) >/dev/null || $(call fail,$(no_python))
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 9))' || $(call fail,$(old_python))
	$(PYTHON) -I referee/server/check.py
	echo "Preparing .venv, once; this takes about a minute."
	$(PYTHON) -m venv .venv >/dev/null 2>&1 || $(call fail,$(no_folder))
	$(PIP) -r requirements.txt >.venv/pip.log 2>&1 || $(call fail,$(no_packages))
	touch $@

.venv/test.stamp: tests/requirements.txt .venv/run.stamp
	$(PIP) -r tests/requirements.txt >.venv/pip.log 2>&1 || $(call fail,$(no_packages))
	touch $@

$(SITE)/made.stamp: docs/requirements.txt
	$(PYTHON) -m venv $(SITE) >/dev/null 2>&1 || $(call fail,$(no_folder))
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check -r docs/requirements.txt >.venv/pip.log 2>&1 || $(call fail,$(no_packages))
	touch $@

fetch = root=; test "$$(id -u)" = 0 || root="sudo -n"; \
	fetch() { $$root apt-get update && for name; do $$root apt-get install -y $$name && return; done; };

proxy:
	$(fetch) PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null || fetch nginx-light nginx >/dev/null 2>&1 || echo "$(no_proxy)"

npm:
	$(fetch) command -v npm >/dev/null || fetch npm >/dev/null 2>&1 || echo "$(no_npm)"

browser:
	$(fetch) \
	for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$name && break; done >/dev/null \
	|| fetch chromium-headless-shell chromium >/dev/null 2>&1 || echo "$(no_browser)"; \
	font() { test -n "$$(fc-list :lang=ja 2>/dev/null)"; }; \
	font || { fetch "fonts-noto-cjk fontconfig" >/dev/null 2>&1; font; } || echo "$(no_font)"
