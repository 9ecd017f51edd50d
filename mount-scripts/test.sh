#!/bin/bash
# Installs what is missing, builds everything, and runs every test.
#
#   mount-scripts/test.sh [arguments for “swift test”]
#   mount-scripts/test.sh --desktop     file managers in real windows, with what they need; pictures of them are in .build/tests/pictures
#   mount-scripts/test.sh --container   the Debian package in a booted Debian without Swift, as root
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

if [ "${1:-}" = --container ]; then
  shift
  need_packages debootstrap systemd-container lintian
  exec "$here/../Tests/Packages/container.sh" "$@"
fi
need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev libcurl4-openssl-dev libexpat1-dev sqlite3 attr rsync inotify-tools shellcheck \
  libglib2.0-bin gir1.2-cloudproviders-0.3.0 python3-gi gvfs gvfs-daemons dbus gnome-keyring trash-cli apache2 php-cli php-xml php-sabre-dav openssl curl rclone git python3 python3-venv vim-tiny mandoc appstream desktop-file-utils
if [ "${1:-}" = --desktop ]; then
  # Those of the distribution's Dolphin.
  kde=(libqt5svg5 libkf5kio-dev)
  case $(apt-cache depends dolphin 2>/dev/null) in *libkf6kio*) kde=(qt6-svg-plugins libkf6kio-dev) ;; esac
  need_packages xvfb imagemagick dbus xdotool gir1.2-atspi-2.0 gir1.2-gtk-4.0 gvfs-backends nautilus python3-nautilus nemo nemo-python caja python3-caja \
    dolphin breeze-icon-theme "${kde[@]}" extra-cmake-modules cmake g++
  # What the windows look like.
  PICTURES=$here/../.build/tests/pictures
  mkdir -p "$PICTURES"
  PICTURES=$(cd "$PICTURES" && pwd)
  export PICTURES
  set -- --filter 'FileManagerTests|NautilusTests|DolphinTests'
fi
need_swift

cd "$here/.."
work=$(mktemp -d)
# Runs beside the build, and ends with it.
beside=()
histories=
trap 'kill -- "${beside[@]}" "-$histories" 2>/dev/null || :; rm -rf "$work"' EXIT
# These are installed. Debian's xandikos cannot move items.
want() { want_server "$PWD/.build/tests/$1" "$@"; }
want_servers() {
  want xandikos 0.4.10
  want wsgidav 4.4.0 cheroot==11.1.2
  want radicale 3.9.0
  want vdirsyncer 0.21.0
  # An address book for terminals, no server; its library vobject reads our cards.
  want khard 0.19.1
}
want_servers &
beside+=("$!")
shellcheck -x mount-scripts/*.sh mount-scripts/mount.fileprovider .ci/run Tests/Benchmarks/*.sh Tests/Packages/*.sh &
beside+=("$!")
swift format lint --strict --recursive Package.swift Sources Tests &
beside+=("$!")
read -ra quick <<<"$quick_build"
main=("${quick[@]}" --scratch-path .build/quick)
# Apple's other modules are a package of their own. It recompiles what it uses of the main package, which is little. Beside the main build, whose last
# module keeps one core busy for a minute.
apple_modules=("${quick[@]}" --package-path Sources/AppleModules --scratch-path .build/apple-modules)
swift build --build-tests "${apple_modules[@]}" >"$work/apple-modules-build.log" 2>&1 &
apple_modules_build=$!
beside+=("$apple_modules_build")
# Random histories of the sync engine, optimized. They run beside the main build, so that their 100 s of processor time are not taken from the tests, and
# begin when that build has resolved its packages, which are theirs, too.
run_histories() {
  for ((tries = 0; tries < 120; tries++)); do
    if [ .build/quick/release.yaml -nt "$work/histories.log" ]; then break; fi
    sleep 1
  done
  nice -n 19 swift build --ignore-lock -c release --product SyncHistories
  nice -n 19 .build/release/SyncHistories 10000 1
  nice -n 19 .build/release/SyncHistories power 10000 1
  echo 0 >"$work/histories.ended"
}
if [ $# -eq 0 ]; then
  # A process group of its own, which can be ended as a whole.
  set -m
  run_histories >"$work/histories.log" 2>&1 &
  histories=$!
  set +m
fi
swift build --build-tests "${main[@]}" --explicit-target-dependency-import-check error
FILEPROVIDER_BINARIES=$(swift build "${main[@]}" --show-bin-path)
export FILEPROVIDER_BINARIES
wait "$apple_modules_build" || { cat "$work/apple-modules-build.log" && exit 1; }
for process in "${beside[@]}"; do
  wait "$process" || { echo "${0##*/}: shellcheck, the format or the installation of a server failed: see above" >&2 && exit 1; }
done

# Jobs run in separate process groups: when this script ends early, they are interrupted, end their mounts, and print how far they got.
set -m
# shellcheck disable=SC2317 # The trap calls it.
clean_up() {
  local jobs
  jobs=$(jobs -p)
  for job in $jobs; do kill -INT -- "-$job" 2>/dev/null || true; done
  for ((tries = 0; tries < 100; tries++)); do
    [ -n "$(jobs -pr)" ] || break
    sleep 0.1
  done
  for job in $jobs; do kill -- "-$job" 2>/dev/null || true; done
  if [ -n "$jobs" ]; then tail -n 20 "$work"/*.log; fi
  rm -rf "$work"
}
trap clean_up EXIT

# Runs tests with a separate home, runtime folder and session bus, isolated from the user who runs them: run NAME ARGUMENT...
run() {
  local place=$work/$1
  shift
  mkdir -m 700 "$place" "$place/home" "$place/runtime"
  local alone=(env -u DBUS_SESSION_BUS_ADDRESS -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CONFIG_HOME -u XDG_CACHE_HOME
    HOME="$place/home" XDG_RUNTIME_DIR="$place/runtime" dbus-run-session --)
  # Also in a separate mount namespace, if allowed: other mounts do not change during a test, and the tests' mounts are not visible to others.
  if unshare --mount --propagation private true 2>/dev/null; then
    alone=(unshare --mount --propagation private -- "${alone[@]}")
  fi
  # Serially: many tests wait for real mounts and processes, and would block the threads of the others. Without a build, the lock of the
  # build folder is not needed, and would make the other parts wait.
  "${alone[@]}" swift test --ignore-lock --skip-build --no-parallel "$@" 2>&1
}

status=0
if [ $# -gt 0 ]; then
  run all "${main[@]}" "$@" | tee "$work/all.log" || status=$?
  run apple-modules "${apple_modules[@]}" "$@" | tee "$work/apple-modules.log" || status=$?
else
  # Five parts at a time, since tests mostly wait: alone they take 33 minutes, and 20 of processor time.
  parts=()
  # Writes the status to a file: the shell forgets that of a process whose number was given to another one.
  run_part() { # NAME ARGUMENT...
    local code=0
    run "$@" >"$work/$1.log" || code=$?
    echo "$code" >"$work/$1.status"
  }
  start() { # NAME ARGUMENT...
    run_part "$@" &
    parts+=("$1:$!")
    await_begin "$1" "$!"
  }
  # Before its tests begin, each part reads the database of the build, and ends where another one has it: await_begin NAME PROCESS
  await_begin() {
    for ((tries = 0; tries < 600; tries++)); do
      if grep -qs '^◇ Test run started' "$work/$1.log" || ! kill -0 "$2" 2>/dev/null; then break; fi
      sleep 0.1
    done
  }
  # The second one is short: the tests of Apple's modules follow it.
  start commands-a-m "${main[@]}" --filter '^FileProviderHostTests\.[A-MU]' --filter '^(Contacts|ContactProvider|VCard)Tests\.'
  start commands-s "${main[@]}" --filter '^FileProviderHostTests\.[NOQSVW]'
  start servers "${main[@]}" --filter '^FileProviderHostTests\.[^A-OQ-SU-W]' --filter '^FileProviderWebDAVTests\.' --skip '\.(CardContents|CardDAV)Tests'
  start mounts "${main[@]}" --filter '^FileProviderMountTests\.' --filter '^FileProviderHostTests\.R' --filter '\.(CardContents|CardDAV)Tests'
  # With six at a time, tests that count a mount's threads and descriptors found more than they allow: this one waits for the first to end.
  {
    until compgen -G "$work/*.status" >/dev/null; do sleep 1; done
    run_part apple-modules "${apple_modules[@]}"
  } &
  parts+=("apple-modules:$!")
  code=0
  run others "${main[@]}" --skip '^FileProvider(Host|Mount|WebDAV)Tests\.' --skip '^(Contacts|ContactProvider|VCard)Tests\.' |
    tee "$work/others.log" || code=$?
  echo "$code" >"$work/others.status"
  # Ctrl-C reaches only the foreground job.
  [ "$code" -ne 130 ] || exit 130
  for part in "${parts[@]}"; do
    wait "${part#*:}" 2>/dev/null || true
    cat "$work/${part%:*}.log"
  done
  wait "$histories" 2>/dev/null || [ -e "$work/histories.ended" ] || {
    status=1
    tail -n 100 "$work/histories.log"
  }
  # What failed beside the others runs once more when nothing else does, since a busy machine may have delayed it; then it must pass. A run that crashed
  # is not repeated.
  again() { # NAME ARGUMENT...
    local log=$work/$1.log name=$1-again suites
    shift
    suites=$(sed -n 's/^✘ Suite \([A-Za-z0-9]*\) failed after .*/\1/p' "$log" | paste -sd '|')
    grep -q '^✘ Test run with' "$log" && [ -n "$suites" ] || return 1
    [ "$(grep -c '^✘ Suite ' "$log")" -eq "$(tr '|' '\n' <<<"$suites" | wc -l)" ] || return 1
    echo "Once more: ${suites//|/ }"
    run "$name" "$@" --filter "\.($suites)/" | tee "$work/$name.log" && grep -q '^✔ Test run with [1-9]' "$work/$name.log"
  }
  for part in commands-a-m commands-s servers mounts others; do
    [ "$(cat "$work/$part.status" 2>/dev/null)" = 0 ] || again "$part" "${main[@]}" || status=1
  done
  [ "$(cat "$work/apple-modules.status" 2>/dev/null)" = 0 ] || again apple-modules "${apple_modules[@]}" || status=1
fi
if [ "$status" -ne 0 ]; then
  # Repeats the failures at the end of the output; after a crash, the test that was running.
  echo "Failed tests:"
  for log in "$work"/*.log; do
    awk '
      /^(◇|✔|➜|✘)/ { failed = /^✘/ }
      failed || /error: |: Fatal error: / { print }
      /^◇ Test / { begun = $0 }
      /^(✔|✘) Test run / { ended = 1 }
      END { if (!ended && begun) print begun }
    ' "$log"
  done
fi
exit "$status"
