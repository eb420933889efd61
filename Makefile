# For OpenBench and people used to make: `make` or `make EXE=path`, where path is seen from where make runs. Everything else is cargo's.
# .cargo/config.toml builds for the processor at hand; the target is named, lest a setting of the user's sends the binary elsewhere.
EXE ?= assay
CARGO ?= cargo
export EXE

.PHONY: all test check
all:
ifneq ($(strip $(EVALFILE)),)
	@echo "ERROR: EVALFILE=$(EVALFILE) is ignored: this version of Assay cannot embed a network" >&2
endif
	set -e; folder="$${CARGO_TARGET_DIR:-target}"; host="$$(rustc -vV | sed -n 's/^host: //p')"; built="$$folder/$$host/release/assay"; \
	$(CARGO) build --release --package assay --target "$$host" --target-dir "$$folder"; \
	[ "$$built" -ef "$$EXE" ] || cp -f -- "$$built" "$$EXE"

test:
	$(CARGO) test --workspace

check:
	bash .ci/run
