#!/bin/bash
# Installs what is missing, builds everything, and runs every test.
#
#   mount-scripts/test.sh [arguments for “swift test”]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev sqlite3 attr rsync inotify-tools shellcheck \
  libglib2.0-bin gvfs gvfs-daemons dbus trash-cli
need_swift

cd "$here/.."
shellcheck -x mount-scripts/*.sh mount-scripts/mount.fileprovider .ci/run
swift format lint --strict --recursive Package.swift Sources Tests
swift build --build-tests

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
# One after another: many tests wait for real mounts and processes, and would keep the threads of the others waiting.
swift test --skip-build --no-parallel "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
  # Once more what failed, for a reader who has only the end of the output; after a crash, the test that was running.
  echo "What failed:"
  awk '
    /^(◇|✔|➜|✘)/ { failed = /^✘/ }
    failed || /^error: |: Fatal error: / { print }
    /^◇ Test / { begun = $0 }
    /^(✔|✘) Test run / { ended = 1 }
    END { if (!ended) print begun }
  ' "$log"
fi
exit "$status"
