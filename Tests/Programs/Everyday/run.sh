#!/bin/bash
# Runs programs that people use on a mount, and on a plain directory beside it, so that what fails in both places is seen to.
#
# run.sh [--install] [--only NAME[,NAME…]] MOUNTPOINT [PLAIN_DIRECTORY]
#
# --install fetches missing programs (Debian, Ubuntu). Ends with 1 when something failed on the mount that does not fail in the plain
# directory.
set -u
here=$(cd "$(dirname "$0")" && pwd)

install_programs() {
  command -v apt-get > /dev/null || { echo "install git rsync sqlite3 fio dbench stress-ng python3 gio gvfs and trash-cli yourself" >&2; exit 1; }
  apt-get update -q && apt-get install -y -q git rsync tar sqlite3 fio dbench stress-ng python3 libglib2.0-bin gvfs gvfs-daemons dbus trash-cli
}

only="git rsync tar sqlite python fio dbench stress trash"
while [ $# -gt 0 ]; do
  case $1 in
    --install) install_programs ;;
    --only) shift; only=${1//,/ } ;;
    *) break ;;
  esac
  shift
done
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: run.sh [--install] [--only NAME,…] MOUNTPOINT [PLAIN_DIRECTORY]" >&2; exit 64; }
mount=$1
results=$(mktemp -d)
plain=${2:-$results/plain}
mkdir -p "$plain"
trap 'rm -rf "$results"' EXIT
bad=0
for name in $only; do
  echo "== $name"
  "$here/$name.sh" "$mount" > "$results/mount" 2>&1 && { cat "$results/mount"; continue; }
  "$here/$name.sh" "$plain" > "$results/plain.$name" 2>&1
  while IFS= read -r line; do
    case $line in
      FAIL*)
        if grep -qF "${line%% (status*}" <(grep '^FAIL' "$results/plain.$name"); then echo "$line, also in the plain directory"; else
          echo "$line"; bad=1
        fi ;;
      *) echo "$line" ;;
    esac
  done < "$results/mount"
done
exit $bad
