# Atrium's commands. `make run` and `make test` are all a newcomer needs; both install what is missing.
SHELL := /bin/bash
STEP := scripts/step
BIN := target/debug/atrium

.PHONY: help run dev build check test check-web check-rust check-features check-generated unit browser sweep bench assistant native native-test generate screenshots setup-run setup-test setup-bench clean

help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1|/' | column -t -s '|'

run: setup-run ## Builds everything and serves the demo world at http://localhost:8080
	@$(STEP) "web app" scripts/build-web
	@$(STEP) "server" cargo build --profile try --bin atrium
	@scripts/step --total
	@target/try/atrium demo

build: setup-run ## Builds the web app and the release binary, for production
	@$(STEP) "web app" scripts/build-web
	@$(STEP) "server" cargo build --release --bin atrium

dev: setup-run ## Server and web app, both reloading: http://localhost:5173
	@scripts/dev

check: setup-run ## The fast loop: formatting, lints, types, unit tests on SQLite
	@$(STEP) "format" cargo fmt --all --check
	@$(MAKE) --no-print-directory -j2 check-web check-rust
	@$(STEP) "rust tests, SQLite" scripts/rust-test sqlite

test: setup-test ## Every check there is, on SQLite and PostgreSQL, with a real browser
	@$(STEP) "format" cargo fmt --all --check
	@$(STEP) "web app" scripts/build-web
	@$(MAKE) --no-print-directory -j2 check-web check-rust
	@$(MAKE) --no-print-directory -j2 check-features check-generated
	@$(STEP) "rust tests, both databases" scripts/postgres run -- scripts/rust-test
	@$(STEP) "browser tests, SQLite" scripts/browser-test sqlite
	@$(STEP) "browser flows, PostgreSQL" scripts/postgres run -- scripts/browser-test postgres
	@scripts/step --total

# These two run side by side: much of the Rust build keeps one core busy only.
check-web:
	@$(STEP) "web types" npm --prefix web run --silent typecheck
	@$(STEP) "web lints" npm --prefix web run --silent lint
	@$(STEP) "web tests" npm --prefix web run --silent test
	@$(STEP) "unused web code" npm --prefix web run --silent knip
	@$(STEP) "phone shell" node --test native/phone/edits.test.mjs

check-rust:
	@$(STEP) "rust build with lints" scripts/rust-build

# So do these: compiling without two features keeps one core busy.
check-features:
	@$(STEP) "the server without two features" scripts/without-features

check-generated:
	@$(STEP) "generated files are fresh" scripts/generate --check
	@$(STEP) "identity protocol tests" npm --prefix web run --silent identity

unit: ## Rust tests on both databases
	@scripts/postgres run -- scripts/rust-test

browser: ## Browser tests on SQLite
	@scripts/browser-test sqlite

sweep: setup-test ## Every page through axe in every role, language, size and theme
	@$(STEP) "web app" scripts/build-web
	@$(STEP) "server" cargo build --quiet --bin atrium
	@scripts/browser-test sweep

bench: setup-bench ## Measures every operation on a grown demo world, on both databases, and both homes by Lighthouse
	@$(STEP) "web app" scripts/build-web
	@$(STEP) "server and bench" cargo build --release --bin atrium --bin atrium-bench
	@scripts/postgres run -- target/release/atrium-bench
	@node web/lighthouse/measure.mjs

assistant: ## Trains the assistant's language model and measures it
	@cargo run --quiet --release -p language --bin atrium-language

native: ## Builds the desktop app, with the Debian packages it needs; ATRIUM_URL says which portal it shows
	@scripts/setup desktop
	@$(STEP) "desktop app" cargo build --release --locked --manifest-path native/desktop/Cargo.toml

native-test: ## Tests the desktop shell, and drives its real window against the real server
	@scripts/setup chromium headless desktop desktop-test
	@$(STEP) "web app" scripts/build-web
	@$(STEP) "server" cargo build --bin atrium
	@$(STEP) "desktop shell" scripts/desktop-build
	@$(STEP) "desktop window" scripts/desktop-test

generate: ## Writes what is generated: web/schema.graphql, its types and the refusal codes
	@cargo build --quiet --bin atrium
	@scripts/generate

screenshots: ## Takes the pictures of the README
	@scripts/browser-test screenshots

setup-run:
	@scripts/setup

setup-test:
	@scripts/setup headless postgresql icalendar

setup-bench:
	@scripts/setup chromium postgresql lighthouse

clean: ## Removes what was built and the demo's data
	rm -rf target web/dist web/node_modules web/lighthouse/node_modules data
