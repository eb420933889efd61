# For OpenBench and people used to make: `make` or `make EXE=path`. Everything else is cargo's.
EXE ?= assay

.PHONY: all test check
all:
	cargo build --release --package assay
	cp "$${CARGO_TARGET_DIR:-target}/release/assay" "$(EXE)"

test:
	cargo test --workspace

check:
	bash .ci/run
