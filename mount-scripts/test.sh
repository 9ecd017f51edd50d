#!/bin/sh
# Installs what is missing, builds everything, and runs every test.
#
#   mount-scripts/test.sh [arguments for “swift test”]
set -eu

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
# One after another: many tests wait for real mounts and processes, and would keep the threads of the others waiting.
exec swift test --skip-build --no-parallel "$@"
