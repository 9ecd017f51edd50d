#!/bin/sh
# Builds fileprovider, imports a folder that every machine has, and mounts it.
#
#   mount-scripts/quickstart.sh [--release] [MOUNTPOINT]
#
# The mount point is ~/fileprovider unless another is given. Run it again at any time.
#
# It builds without optimization: with it, the first build takes more than twice as long, and the tests could not use what
# is built here. --release builds the command as a package has it, for daily use.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"
usage() { sed -n 's/^# *\(mount-scripts\/quickstart.sh .*\)/usage: \1/p' "$0"; }
refuse() {
  usage >&2
  exit 64
}
release='' mountpoint=''
while [ $# -gt 0 ]; do
  case $1 in
    --release) release=1 ;;
    -h | --help)
      usage
      exit
      ;;
    -*) refuse ;;
    *)
      [ -z "$mountpoint" ] || refuse
      mountpoint=$1
      ;;
  esac
  shift
done
mountpoint=${mountpoint:-$HOME/fileprovider}

need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev libcurl4-openssl-dev libexpat1-dev
need_swift

set -- --package-path "$here/.." --product fileprovider
if [ -n "$release" ]; then
  # Debug information takes a twentieth of the compiler's time, and is stripped below. The code is the same without it.
  set -- "$@" -c release -debug-info-format none
  # Linked statically, a command starts in little more than half the time. Not every distribution's Swift has static libraries.
  swift=$(command -v swift)
  if [ -e "$(dirname "$(readlink -f "$swift")")/../lib/swift_static/linux/libFoundation.a" ]; then
    set -- "$@" --static-swift-stdlib
  fi
else
  # shellcheck disable=SC2154,SC2086 # It is in packages.sh; one word an argument.
  set -- "$@" --scratch-path "$here/../.build/quick" $quick_build
fi
# For --version; “unknown” where this is no clone.
FILEPROVIDER_COMMIT=$(git -C "$here/.." describe --always --dirty --abbrev=12 2>/dev/null) || FILEPROVIDER_COMMIT=unknown
export FILEPROVIDER_COMMIT
echo "building (takes about two minutes the first time)"
swift build "$@"
fileprovider=$(swift build "$@" --show-bin-path)/fileprovider
# A fifth of the file is symbols.
if [ -n "$release" ] && command -v strip >/dev/null 2>&1; then strip "$fileprovider"; fi

# Every machine has documentation, except minimal ones, which have at least /etc.
source=/etc
for folder in /usr/share/doc /usr/share/common-licenses; do
  if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
    source=$folder
    break
  fi
done
name=${source##*/}

echo "importing $source"
"$fileprovider" import "$source" || echo "some items in $source were skipped; see above"

# Two favourites and a tag, so that the working set has something to show.
first=$("$fileprovider" ls "$name" | sed -n 1p)
second=$("$fileprovider" ls "$name" | sed -n 2p)
[ -z "$first" ] || "$fileprovider" favorite "$name/$first"
[ -z "$second" ] || "$fileprovider" favorite "$name/$second"
[ -z "$first" ] || "$fileprovider" tag "$name/$first" +reading

mkdir -p "$mountpoint"
"$fileprovider" mount "$mountpoint"

cat <<TEXT

Mounted on $mountpoint. Three things to try:

  ls -l "$mountpoint/$name"
  $fileprovider tail --follow --container all     (and in another terminal:)
  $fileprovider tag $name +seen

To unmount: $fileprovider unmount "$mountpoint"
TEXT
if [ -z "$release" ]; then echo "For daily use, build with optimization: mount-scripts/quickstart.sh --release"; fi
