#!/bin/bash
# This package, built in the directory from a clone of its own. It takes minutes and fetches the dependencies, so run.sh does it only when
# asked: `run.sh --only swift-build MOUNTPOINT`. CONFIGURATION: debug (by default) or release. JOBS: how many compilers at a time.
. "$(dirname "$0")/common.sh"
need git swift
build=(swift build --package-path package -c "${CONFIGURATION:-debug}" --product fileprovider ${JOBS:+--jobs "$JOBS"})
changes_nothing() { "${build[@]}" && [ "$(stat -c %y "$program_built")" = "$before" ]; }
clean() { local changes; changes=$(git -C package status --porcelain) && [ -z "$changes" ]; }
try "clone" git clone -q "$here/../.." package
[ -d package ] || exit 1
try "build" "${build[@]}"
program_built=$("${build[@]}" --show-bin-path)/fileprovider
try "what was built runs" "$program_built" help
before=$(stat -c %y "$program_built")
try "built again, nothing to do" changes_nothing
try "the clone is clean" clean
