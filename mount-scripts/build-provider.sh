#!/bin/sh
# Builds the package that this script is in, which adopt-provider.sh made, and puts the program into its folder bin.
# All such packages share what they compile of OpenFileProvider, in the cache folder: a folder for each checkout and compiler, which is
# removed when nobody has used it for 30 days. It may be removed at any time.
#
#   build.sh [arguments for “swift build”]
set -eu
cd "$(dirname "$0")"
here=$(pwd -P)
name=$(sed -n 's/^  name: "\(.*\)",$/\1/p' Package.swift)
package=$(sed -n 's|^    .package(path: "\(.*\)/Sources/AppleModules"),$|\1|p' Package.swift | sed 's/\\\(.\)/\1/g')
case ${XDG_CACHE_HOME:-} in /*) cache=$XDG_CACHE_HOME ;; *) cache=$HOME/.cache ;; esac
builds=$cache/adopt-provider/builds
scratch=$builds/$({ printf '%s\n' "$package"; swift --version; } 2>/dev/null | cksum | tr ' ' -)
mkdir -p "$scratch"
touch "$scratch"
find "$builds" -mindepth 1 -maxdepth 1 -mtime +30 -type d -exec flock -n {}/in-use rm -rf {} \;

# Until the program is copied: another package may have one of that name. The folder may have been removed before it was locked.
while :; do
  mkdir -p "$scratch"
  exec 9>>"$scratch/in-use"
  flock -n 9 || { echo "another package is being built; waiting for it" >&2; flock 9; }
  [ "$(stat -L -c %i /dev/fd/9)" != "$(stat -c %i "$scratch/in-use" 2>/dev/null)" ] || break
done
# In one folder every target sees every module that was ever built there: those of another package, and of what it depends on, are removed.
if [ "$(cat "$scratch/built-last" 2>/dev/null)" != "$here" ]; then
  for module in "$scratch"/*/Modules/*.swiftmodule; do
    grep -q "name: \"$(basename "$module" .swiftmodule | sed -e 's/^Apple//' -e 's/ToolInfo$//')\"" \
      "$package/Package.swift" "$package/Sources/AppleModules/Package.swift" || rm -f "$module"
  done
  rm -rf "$scratch"/*/*.resources
  printf '%s\n' "$here" >"$scratch/built-last"
fi
# These have other names here. A build in which SwiftPM ignored that would be seen by all later ones.
for module in CommonCrypto Network SQLite3 Security; do rm -f "$scratch"/*/Modules/$module.swiftmodule; done
# With the same options each time: others would compile all of it again.
set -- --scratch-path "$scratch" -Xswiftc -continue-building-after-errors "$@"
# The output is that of the build alone. No process that the build leaves behind keeps the lock.
swift build "$@" 2>&1 9>&-
products=$(swift build --show-bin-path "$@" 9>&-)
mkdir -p bin
cp -f "$products/$name" bin
find "$products" -maxdepth 1 -name '*.resources' -exec cp -R -t bin {} +
