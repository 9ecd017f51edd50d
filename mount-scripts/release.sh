#!/bin/bash
# Builds the packages of a tag for this machine, and checks them. The release workflow attaches them to the release.
#
#   mount-scripts/release.sh TAG FOLDER [argument for package.sh]...
#
# The tag is the version, such as 0.1 or v0.1. The folder receives an archive, a Debian package, and notes.md: the changelog's section of the version.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "release.sh: $1" >&2
  exit 1
}

if [ $# -lt 2 ]; then
  echo "usage: mount-scripts/release.sh TAG FOLDER [argument for package.sh]..." >&2
  exit 64
fi
tag=$1 folder=$2
shift 2
version=${tag#v}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git -C "$here" tag --points-at HEAD | grep -qxF -e "$tag" || fail "$tag is no tag of this commit"
# A heading is the version, alone or with a date behind it.
awk -v heading="## $version" '/^## / { inside = $0 == heading || index($0, heading " ") == 1; next } inside' \
  "$here/../.github/CHANGELOG.md" >"$work/notes.md"
grep -q . "$work/notes.md" || fail ".github/CHANGELOG.md has no section for $version"

"$here/package.sh" "$@" --output "$folder" tar deb
cp "$work/notes.md" "$folder"

archive=$folder/fileprovider-$version-$(uname -m).tar.xz
package=$folder/fileprovider_${version}_$(dpkg --print-architecture).deb
# package.sh names them by the version that the program prints.
[ -e "$archive" ] || fail "the program's version is not $version"
mkdir "$work/archive" "$work/package"
tar -C "$work/archive" --strip-components=1 -xf "$archive"
dpkg-deb -x "$package" "$work/package"
for place in archive package; do
  printed=$("$work/$place/usr/bin/fileprovider" --version)
  echo "$place: $printed" >&2
  case $printed in
    *"(OpenFileProvider) $version, commit "*) ;;
    *) fail "the program of the $place has another version" ;;
  esac
done
