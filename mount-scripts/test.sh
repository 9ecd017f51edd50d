#!/bin/bash
# Installs what is missing, builds everything, and runs every test.
#
#   mount-scripts/test.sh [arguments for “swift test”]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev libcurl4-openssl-dev libexpat1-dev sqlite3 attr rsync inotify-tools shellcheck \
  libglib2.0-bin libgdk-pixbuf-2.0-0 gvfs gvfs-daemons dbus gnome-keyring trash-cli apache2 php-cli php-xml php-sabre-dav openssl curl rclone git python3 python3-venv vim-tiny
need_swift

cd "$here/.."
# The xandikos of Debian cannot move anything.
want_server "$PWD/.build/tests/xandikos" xandikos 0.4.10
want_server "$PWD/.build/tests/wsgidav" wsgidav 4.4.0 cheroot==11.1.2
shellcheck -x mount-scripts/*.sh mount-scripts/mount.fileprovider .ci/run Tests/Benchmarks/*.sh
swift format lint --strict --recursive Package.swift Sources Tests
swift build --build-tests
# What people run: it is optimized as whole modules, and the compiler finds other mistakes.
swift build -c release --product fileprovider

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
status=0
# A home, a runtime folder and a session bus of the tests' own: nothing of the user who runs them.
mkdir -m 700 "$work/home" "$work/runtime"
alone=(env -u DBUS_SESSION_BUS_ADDRESS -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CONFIG_HOME -u XDG_CACHE_HOME
  HOME="$work/home" XDG_RUNTIME_DIR="$work/runtime" dbus-run-session --)
# A mount namespace, too, where that is allowed: no other mount of the machine changes while a test looks, and none of the tests' is seen by others.
if unshare --mount --propagation private true 2>/dev/null; then
  alone=(unshare --mount --propagation private -- "${alone[@]}")
fi
# One after another: many tests wait for real mounts and processes, and would keep the threads of the others waiting.
"${alone[@]}" swift test --skip-build --no-parallel "$@" 2>&1 | tee "$log" || status=$?
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
