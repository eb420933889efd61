# For OpenBench and people used to make: `make` or `make EXE=path`, where path is seen from where make runs. Everything else is cargo's.
# .cargo/config.toml builds for the processor at hand.
EXE ?= assay

.PHONY: all test check
all:
ifneq ($(strip $(EVALFILE)),)
	@echo "ERROR: EVALFILE=$(EVALFILE) is ignored: this version of Assay cannot embed a network" >&2
endif
	cargo build --release --package assay
	cp "$${CARGO_TARGET_DIR:-target}/release/assay" "$(EXE)"

test:
	cargo test --workspace

check:
	bash .ci/run
