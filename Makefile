# Targets by name; `make` alone lists them.
.DEFAULT_GOAL := help
GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build ./partop, a static binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o partop .

.PHONY: demo
demo: ## the terminal UI on a recorded incident; needs nothing
	$(GO) run . demo

.PHONY: test
test: ## everything: installs what is missing, starts the lab, runs all tests, stops the lab
	@bash scripts/test

.PHONY: unit
unit: ## hermetic tests only: no network, no Cassandra
	$(GO) test ./...

.PHONY: lint
lint: ## gofmt, vet and staticcheck; no finding is accepted
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

.PHONY: golden
golden: ## rewrite the golden screens; look at the difference before you commit it
	$(GO) test ./ui/... -update

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (default 30s) each
	@bash scripts/fuzz $(or $(FUZZTIME),30s)

.PHONY: lab
lab: ## start three real Cassandra nodes with the scenarios loaded; stop them with `go run ./lab down`
	$(GO) run ./lab up --nodes 3
	$(GO) run ./lab load many-tables healthy queue-tombstones hot-partition lcs-backlog

.PHONY: e2e
e2e: ## end-to-end tests against a running lab
	PARTOP_E2E=1 $(GO) test -count=1 -timeout 25m ./test/...

.PHONY: soak
soak: ## watch a running lab under traffic for SOAK (default 30m): memory has to level off
	PARTOP_E2E=1 PARTOP_SOAK=$(or $(SOAK),30m) $(GO) test -count=1 -v -timeout 0 -run TestSoak ./test/e2e

.PHONY: matrix
matrix: ## a smoke run against every Cassandra version that the lab knows (VERSIONS="5.0.6 ...")
	@bash scripts/matrix $(VERSIONS)

.PHONY: captures
captures: ## rewrite docs/screens.md from a running lab with traffic going on
	bash scripts/captures

.PHONY: bench
bench: build ## every measurement against an official tool, a line each, on a running lab
	$(GO) run ./bench

.PHONY: scale
scale: ## our own cost of watching 10, 100 and 1,000 simulated nodes; needs nothing
	$(GO) run ./bench -scale

.PHONY: bench-scan
bench-scan: ## partop scan beside sstablepartitions, on files of 2 GB that it writes to .lab/bench; needs no running lab
	$(GO) run ./bench -scan .lab/bench

.PHONY: pictures
pictures: ## redraw the pictures of the README from the running program
	bash scripts/pictures

.PHONY: record
record: ## record the built-in incidents again from a lab of three nodes
	bash scripts/record-incident queue-and-backlog
