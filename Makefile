# The short names for what meson and the scripts do. BUILD chooses the build folder, JOBS the parallelism.
BUILD ?= build
JOBS ?= $(shell nproc)
comma := ,
werror = $(if $(CI),-Dwerror=true)
configure = test -f $(1)/build.ninja || meson setup $(1) $(werror) $(2)
test = scripts/test $(1)

.PHONY: all run test goldens san asan tsan compilers fuzz bench playouts loadtimes scoreboard format tidy install clean

all:
	@scripts/setup
	@$(call configure,$(BUILD))
	@ninja -C $(BUILD) -j $(JOBS)

# A first look. Where nothing is built yet: only the program, compiled quickly and not for speed.
run: QUICK = $(if $(wildcard $(BUILD)/build.ninja),$(BUILD),build-quick)
run:
	@scripts/setup
	@$(call configure,$(QUICK),-Dquick=true -Dtests=false -Doptimization=0 -Dwarning_level=0)
	@ninja -C $(QUICK) -j $(JOBS) src/cmd/senet
	@scripts/demo $(QUICK)/src/cmd/senet

test: all
	@$(call test,$(BUILD))

# Rewrites the expected output of every case file; look at the diff before committing it.
goldens: all
	@REGENERATE=1 $(call test,$(BUILD) --suite cases)

san: asan tsan

asan:
	@scripts/setup
	@$(call configure,build-asan,-Dhardened=true -Db_sanitize=address$(comma)undefined -Dbuildtype=debugoptimized)
	@ninja -C build-asan -j $(JOBS)
	@$(call test,build-asan --timeout-multiplier 6)

tsan:
	@scripts/setup
	@$(call configure,build-tsan,-Db_sanitize=thread -Dbuildtype=debugoptimized)
	@ninja -C build-tsan -j $(JOBS)
	@$(call test,build-tsan --timeout-multiplier 6)

# Both compilers, every warning an error.
compilers:
	@scripts/setup clang
	@test -f build-gcc/build.ninja || CC=gcc meson setup build-gcc -Dwerror=true
	@test -f build-clang/build.ninja || CC=clang meson setup build-clang -Dwerror=true
	@ninja -C build-gcc -j $(JOBS)
	@ninja -C build-clang -j $(JOBS)

# Runs all fuzz targets in turn, JOBS at the same time, HOURS in all (without it FUZZ_SECONDS each, default 600), and says what
# was covered, earlier runs counted in. An input that breaks something is kept in build-fuzz.
fuzz:
	@scripts/setup clang
	@test -f build-fuzz/build.ninja || CC=clang meson setup build-fuzz -Dfuzz=true -Dhardened=true -Db_sanitize=address,undefined -Db_lundef=false -Dbuildtype=debugoptimized
	@ninja -C build-fuzz -j $(JOBS) fuzz-programs
	@scripts/fuzz build-fuzz -j $(JOBS)

# The tables of docs/PERFORMANCE.md: playouts of interpreter and native code beside recorded and hand-written ones, searches, counted
# positions; SECONDS for each. AGAINST=FILE: only standard playouts of the games of a file of reference speeds.
bench: all
	@scripts/bench $(BUILD)/src/cmd/senet --seconds $(or $(SECONDS),1) $(if $(AGAINST),--against $(AGAINST),--table) $(if $(CEILING),--ceiling $(CEILING))
	@if test -z "$(AGAINST)" && test -d ../shared/rbg; then scripts/rbg --speed --ceiling ../shared/tools/ceiling.c; fi

# A thousand random games of each of our own games, none of which may go wrong.
playouts: all
	@SENET_PLAYOUTS=$(or $(PLAYOUTS),1000) meson test -C $(BUILD) --timeout-multiplier 0 checks/own_games

# Time and memory of loading every game of the reference library.
loadtimes: all
	@scripts/loadtimes $(BUILD)/src/cmd/senet

scoreboard: all
	@scripts/scoreboard $(BUILD)/src/cmd/senet

format:
	@scripts/setup clang
	@git ls-files '*.c' '*.h' | xargs clang-format -i

tidy: all
	@scripts/setup clang
	@git ls-files 'src/*.c' | xargs -n 8 -P $(JOBS) clang-tidy --quiet -p $(BUILD)

install: all
	@meson install -C $(BUILD) --no-rebuild

clean:
	@rm -rf $(BUILD) build-asan build-tsan build-gcc build-clang build-fuzz
