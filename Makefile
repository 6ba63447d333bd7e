# Each target runs one or two commands. The commands themselves are in packages/stack, scripts/ and package.json.
.DEFAULT_GOAL := help
.PHONY: help setup runtime build compiled up down build-research migrate roles reconcile generate check test guarantees test-cpu test-stability test-programs test-versions test-runtimes test-go check-collector release-check advisories bench explore-billing rehearse rehearse-bare rehearse-cluster rehearse-compose rehearse-restore rehearse-prices rehearse-restarts rehearse-dashboard rehearse-independence screenshots train check-model eval-ask image chart chart-apiserver clean

SOURCES ?= sandbox
# Recipes find node here first: a link to the version of scripts/runtime where the machine's own is not supported. Another
# shell than make's default, because make runs simple commands without one, and some versions then ignore this PATH.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
SHELL := bash
# A stamp is newer than the lock file if and only if the installed packages match the lock file. "make up" needs the packages
# of the services alone, about half. Checks, tests and benchmarks need all.
SERVICE_PACKAGES := node_modules/.assay-service-packages
PACKAGES := node_modules/.assay-packages

help: ## Show every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  Run one test file:  node scripts/jest.mjs unit packages/runtime/src/clock.test.ts"
	@echo "  Run one test:       node scripts/jest.mjs unit packages/runtime/ -t 'part of its title'"
	@echo "  Jest projects:      unit, integration, e2e, faults"

# npm ci needs every platform's binaries in the lock file, and a registry may lack some of them. Hence npm install. The
# first try takes packages from npm's cache. The second try asks the registry, for versions that the cache lacks.
INSTALL := npm install --no-save --include=dev --loglevel=error
$(PACKAGES): package-lock.json | runtime
	@echo "Installing packages (npm install)"
	@($(INSTALL) --prefer-offline || $(INSTALL)) && touch $@ $(SERVICE_PACKAGES)

SERVICES_ONLY := --workspace packages --workspace services
$(SERVICE_PACKAGES): package-lock.json | runtime
	@echo "Installing the packages of the services (npm install)"
	@($(INSTALL) $(SERVICES_ONLY) --prefer-offline || $(INSTALL) $(SERVICES_ONLY)) && touch $@

setup: $(PACKAGES) ## Install the packages if they are missing or older than package-lock.json; write the types of protos/
	@npm run --silent proto-types

# Installs Node.js into scripts/runtime when the machine's own is not supported.
runtime:
	@node scripts/runtime.mjs

build: $(PACKAGES) ## Compile the files that changed
	@npm run --silent build

# What starting and stopping the system needs. "make up" builds the first docs site after the system can answer.
compiled: $(SERVICE_PACKAGES)
	@node scripts/build.mjs --docs=if-built

up: compiled ## Start the whole system on this machine (SOURCES=live: real providers)
	@node packages/stack/dist/up.js --sources=$(SOURCES)

down: compiled ## Stop the running system, and clean up after a crashed one
	@node packages/stack/dist/down.js

migrate: compiled ## Migrate the database of ASSAY_PG_URL ("make up" migrates its own)
	@node packages/stack/dist/migrate.js

# Commands whose output other programs read build first, and show that on standard error.
BUILD_QUIETLY := $(MAKE) --no-print-directory compiled 1>&2

roles: ## Create a role per service in the database of ASSAY_PG_ADMIN_URL; print URLs (ARGS="--host HOST --rotate")
	@$(BUILD_QUIETLY)
	@node packages/stack/dist/create-roles.js $(ARGS)

generate: $(PACKAGES) ## Write the generated types and reference pages
	@npm run --silent generate

check: $(PACKAGES) ## Check types, lint, formatting, unused code, protos and generated files
	@node scripts/check.mjs

test-versions: $(PACKAGES) ## Run an earlier version (BASE=<commit>) and this one side by side on one schema, under load
	@node --conditions=@assay/source test/versions/side-by-side.ts

test: build ## Run the tests that guard every change; the last line is "N passed, N failed"
	@node scripts/test-programs.mjs
	@node scripts/test.mjs

test-all: test-programs build ## Run all tests: "make test", then those with browsers, with killed processes, and those that take minutes
	@node scripts/test.mjs all

test-programs: setup ## Install the programs that the tests start and this machine lacks (Chromium, promtool and others)
	@node scripts/test-programs.mjs all

guarantees: $(PACKAGES) ## Print the title of every test by file, to compare before and after a change of tests
	@node scripts/guarantees.mjs $(ARGS)

test-cpu: setup ## Measure the CPU time of each test file (ARGS="unit packages/stack"; other projects need "make build")
	@node scripts/test-cpu.mjs $(ARGS)

test-stability: setup ## Run one test file many times under load (FILE=packages/x/src/y.test.ts N=200 LOAD=4)
	@FILE="$(FILE)" N="$(N)" LOAD="$(LOAD)" node scripts/test-stability.mjs

test-runtimes: $(PACKAGES) ## Run the packed client with every supported version of Node.js (takes them from npm)
	@node scripts/client-runtimes.mjs

test-go: ## Test the receiver in Go with the published vectors (needs Go)
	@cd examples/go && go vet ./... && go test ./...

check-collector: ## Let an OpenTelemetry collector validate its configuration (needs Go; the first run builds the collector, which takes minutes)
	@cd test/observability/collector && TRACE_STORE_ENDPOINT=tempo:4317 go run . validate --config=../../../deploy/observability/collector/collector.yaml
	@echo "the collector accepts deploy/observability/collector/collector.yaml"

release-check: build ## Do everything of a release except the uploads: compare versions, pack, dry-run
	@node scripts/release-check.ts

# A registry may lack the database of advisories, as mirrors do. npm says so, and the target fails.
advisories: $(PACKAGES) ## Look up the advisories on packages that run in production
	@npm audit --omit=dev --audit-level=moderate

rehearse-restarts: build ## End every replica, one after another, under load: ten rounds each of SIGTERM and kill -9
	@ASSAY_RESTART_ROUNDS=10 node scripts/jest.mjs rehearsals test/rehearsals/rolling.test.ts

rehearse: build ## Upgrade to this version and roll back under load, with failures of PostgreSQL, NATS and the collector (BASE=<commit>)
	@node --conditions=@assay/source test/rehearsals/deployment.ts

rehearse-bare: ## Run the README's two commands in a new Debian with only Node.js, npm and make (root; NODES="20.20.2 26.10.0" TESTS=all)
	@scripts/rehearse-bare.sh

rehearse-compose: build ## Test docker-compose.yml on a separate Docker engine, with restarts and wrong settings (root; "make image" first)
	@test/rehearsals/docker/rehearse.sh

rehearse-cluster: build ## Run the chart on a Kubernetes node of its own, under load and failures (root; "make image" first; PART=sandbox, replicas or short)
	@test/rehearsals/cluster/rehearse.sh $(PART)

rehearse-restore: build ## Dump under load, destroy the database, restore, reconcile and answer again (needs pg_dump)
	@node --conditions=@assay/source test/rehearsals/restore.ts

reconcile: ## Compare ledger, holds, decisions and deliveries in the database of ASSAY_PG_URL, such as after a restore
	@$(BUILD_QUIETLY)
	@node packages/stack/dist/reconcile.js $(ARGS)

rehearse-dashboard: build ## Measure the dashboard's pages with 100,000 requests in the log (needs Chromium)
	@node scripts/jest.mjs rehearsals test/rehearsals/dashboard-load.test.ts

rehearse-independence: $(PACKAGES) ## Measure independence with more random seeds, families of simulated providers and recorded traces than "make test"
	@ASSAY_INDEPENDENT_SEEDS=4 ASSAY_ALL_TRACES=1 node scripts/jest.mjs unit \
	  '(independence/src/(measurement|real-traces)|monitoring/one-upstream)'

screenshots: build ## Take a screenshot of each page of the dashboard into docs/screenshots (needs Chromium)
	@node --conditions=@assay/source test/screenshots/take.ts

bench: build ## Measure latency and throughput; write bench/results.md
	@npm run --silent bench -w bench

rehearse-prices: build ## Freeze, release, move and halt the sandbox's prices for an hour; check every verdict and level
	@node --conditions=@assay/source bench/held-prices.bench.ts $(MINUTES)

explore-billing: $(PACKAGES) ## Explore two designs of billing in every state of small models (RUNS=1 prints the run to each seeded fault)
	@node test/models/billing/explore-billing.ts $(if $(RUNS),runs)

build-research: $(PACKAGES)
	@npm run --silent proto-types
	@npx tsc -b research/resolver

train: build-research ## Train the resolver's model again; write its file and its card (commit both)
	@node research/resolver/dist/training/train.js

check-model: build-research ## Train the model again and compare its bytes with the committed file; train small models
	@node research/resolver/dist/training/train.js --check
	@node scripts/jest.mjs training

eval-ask: ## Score the resolver on a labelled set: make eval-ask SET=file.jsonl [MODEL=name] [ARGS=...]
	@$(MAKE) --no-print-directory build-research 1>&2
	@node research/resolver/dist/evaluation/evaluate.js $(SET) $(if $(MODEL),--model $(MODEL)) $(ARGS)

image: build ## Build, measure and smoke-test the image (buildah, no daemon)
	@scripts/image.sh

chart: $(PACKAGES) ## Lint the chart, render its variants into .data/chart and package it there
	@node --conditions=@assay/source scripts/chart.ts

chart-apiserver: ## Check the chart with a real Kubernetes API server without nodes (ASSETS=folder CRDS=folder)
	@node scripts/chart-apiserver.mjs

clean: ## Remove the compiled files; packages and data stay
	@rm -rf packages/*/dist services/*/dist research/*/dist services/dashboard/dist-web services/gateway/dist-docs
