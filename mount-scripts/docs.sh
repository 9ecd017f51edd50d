#!/bin/sh
# Builds the documentation of the package with DocC, with warnings as errors.
#
#   mount-scripts/docs.sh [DIRECTORY]      (default: .build/documentation)
#
# To read it: python3 -m http.server --directory .build/documentation, then http://localhost:8000/documentation/
set -eu

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev libcurl4-openssl-dev libexpat1-dev
need_swift
command -v docc >/dev/null 2>&1 || PATH=$PATH:$(dirname "$(readlink -f "$(command -v swift)")")

cd "$here/.."
output=${1:-.build/documentation}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds the package if necessary, and dumps the symbol graphs of its modules.
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members --skip-inherited-docs >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
products=$(swift build --show-bin-path)
graphs=$(dirname "$products")/symbolgraph

# Makes the archive of a module from the symbol graphs in $work/MODULE, and from its catalogue if it has one. Its pages may have links to those of the
# modules before it: <doc:/MODULE/PAGE>.
archives='' dependencies=''
archive() {
  if [ -d "Sources/$1/Documentation.docc" ]; then catalogue=Sources/$1/Documentation.docc; else catalogue=; fi
  # shellcheck disable=SC2086 # no catalogue, no word; several archives, several words
  docc convert $catalogue --additional-symbol-graph-dir "$work/$1" --output-dir "$work/$1.doccarchive" \
    --fallback-display-name "$1" --fallback-bundle-identifier "org.openfileprovider.$1" --warnings-as-errors \
    --enable-experimental-external-link-support $dependencies
  archives="$archives $work/$1.doccarchive" dependencies="$dependencies --dependency $work/$1.doccarchive"
}

# Clients import FileProvider; what it exports is declared in FileProviderInterface.
mkdir "$work/FileProvider"
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
swift symbolgraph-extract -module-name FileProvider -target "$triple" -I "$products/Modules" \
  -experimental-allowed-reexported-modules=FileProviderInterface -minimum-access-level public \
  -skip-synthesized-members -skip-inherited-docs -output-dir "$work/FileProvider"
archive FileProvider

# The order of the links. No program can import the libraries of the engine: they have pages, and no symbols.
for module in UniformTypeIdentifiers FileProviderTesting Contacts VCard FileProviderSync FileProviderStore FileProviderFileSystem FileProviderFUSE \
  FileProviderReplica FileProviderProcess FileProviderHost; do
  mkdir "$work/$module"
  case $module in
    UniformTypeIdentifiers | FileProviderTesting | Contacts | FileProviderHost) cp "$graphs/$module"*.symbols.json "$work/$module" ;;
    *)
      printf '{"metadata":{"formatVersion":{"major":0,"minor":6,"patch":0},"generator":""},"module":{"name":"%s","platform":{}},%s}' \
        "$module" '"symbols":[],"relationships":[]' >"$work/$module/$module.symbols.json" ;;
  esac
  archive "$module"
done

rm -rf "$output"
# shellcheck disable=SC2086 # several archives
docc merge $archives --synthesized-landing-page-name OpenFileProvider --output-path "$output"
echo "the documentation is in $output"
