# Every target is one command or two; what they do stands in packages/stack, scripts/ and package.json.
.DEFAULT_GOAL := help
.PHONY: help setup build up down migrate generate check test bench eval-ask clean

SOURCES ?= sandbox
# npm writes this file last, so it is newer than the lock file exactly when the packages are those of the lock.
PACKAGES := node_modules/.package-lock.json

help: ## Show what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

# Not npm ci: it wants the lock file to hold every platform's binaries, which a registry need not have. What npm has cached
# is taken without asking again; where that is too old to know a version of the lock, the second try asks.
INSTALL := npm install --no-save --include=dev --loglevel=error
$(PACKAGES): package-lock.json
	@echo "Installing packages (npm install)"
	@($(INSTALL) --prefer-offline || $(INSTALL)) && touch $@

setup: $(PACKAGES) ## Install the packages, when they are missing or older than package-lock.json

build: $(PACKAGES) ## Compile what changed
	@npm run --silent build

up: build ## Start the whole system on this machine: make up, make up SOURCES=live
	@node packages/stack/dist/up.js --sources=$(SOURCES)

down: build ## End a running system, or what a killed one left behind
	@node packages/stack/dist/down.js

migrate: build ## Migrate the database of ASSAY_PG_URL; "make up" migrates its own
	@node packages/stack/dist/migrate.js

generate: $(PACKAGES) ## Write generated types and reference pages anew
	@scripts/generate-proto-types.sh && npm run --silent generate

check: $(PACKAGES) ## Types, lint, formatting, unused code, protos, generated files
	@node scripts/check.mjs

test: build ## Unit, integration, end-to-end and fault tests; ends with "N passed, N failed"
	@node scripts/test.mjs

bench: build ## Measure the real path against its floors; writes bench/results.md
	@npm run --silent bench -w bench

eval-ask: build ## Score the resolver on a labelled set: make eval-ask SET=file.jsonl [MODEL=name]
	@node services/resolver/dist/evaluate.js $(SET) $(if $(MODEL),--model $(MODEL))

clean: ## Remove what was built; packages and data stay
	@rm -rf packages/*/dist services/*/dist
