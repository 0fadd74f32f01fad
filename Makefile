# Targets by name; `make` alone lists them.
.DEFAULT_GOAL := help
GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

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
	for s in queue-tombstones hot-partition lcs-backlog many-tables; do $(GO) run ./lab load $$s || exit 1; done

.PHONY: e2e
e2e: ## end-to-end tests against a running lab
	PARTOP_E2E=1 $(GO) test -count=1 -timeout 25m ./test/...

.PHONY: bench
bench: ## every measurement against an official tool, a line each, on a running lab
	$(GO) run ./bench

.PHONY: pictures
pictures: ## redraw the pictures of the README from the running program
	bash scripts/pictures

.PHONY: record
record: ## record the built-in incidents again from a lab of three nodes
	bash scripts/record-incident queue-and-backlog
