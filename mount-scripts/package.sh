#!/bin/bash
# Builds a package of the command, its manual pages, completions and units.
#
#   mount-scripts/package.sh [--development] [--dolphin] [--program FILE] [--scratch-path FOLDER] [--output FOLDER] arch|deb|files|rpm|tar...
#
# --development builds a second package of each kind, with the sources for packages that depend on OpenFileProvider. --dolphin builds one with emblems
# and a menu for KDE's file manager, for the one of this machine's distribution: it is refused for other distributions' kinds of package.
#
# It needs Swift, which the package does not: Swift's libraries are in the program. --program packages a program that was built before, instead of
# building one. The packages are written to .build/packages unless --output names another folder, and their names are printed. “files” copies what would be
# in them to that folder.
#
# The version is the one that “fileprovider --version” prints. Before its release, the time and the name of the commit follow: 0.1~git20260102030405.abcdef.
# Without a repository of Git, it is a release. Whoever builds for others sets DEBFULLNAME and DEBEMAIL, as for every Debian package; otherwise the last commit's author
# is the maintainer, or who is named in packaging/debian/control.
set -euo pipefail
# An ordinary user of Debian does not have it, and ldconfig is there.
PATH=$PATH:/usr/sbin:/sbin

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

usage() {
  echo "usage: mount-scripts/package.sh [--development] [--dolphin] [--program FILE] [--scratch-path FOLDER] [--output FOLDER] arch|deb|files|rpm|tar..." >&2
  exit 64
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=
scratch=$here/../.build
output=$here/../.build/packages
kinds=()
development=
dolphin=
while [ $# -gt 0 ]; do
  case $1 in
    --program | --scratch-path | --output)
      [ $# -ge 2 ] || usage
      case $1 in
        --program) program=$2 ;;
        --scratch-path) scratch=$2 ;;
        --output) output=$2 ;;
      esac
      shift
      ;;
    --development) development=yes ;;
    --dolphin) dolphin=$work/dolphin ;;
    arch | deb | files | rpm | tar) kinds+=("$1") ;;
    *) usage ;;
  esac
  shift
done
[ ${#kinds[@]} -gt 0 ] || usage
if [ -n "$dolphin" ] && command -v dpkg-query >/dev/null && [[ " ${kinds[*]} " = *" rpm "* || " ${kinds[*]} " = *" arch "* ]]; then
  echo "package.sh: --dolphin: plug-ins that are built here are for Debian's Dolphin: other distributions have it elsewhere, with other libraries" >&2
  exit 64
fi
umask 022

commit=$(git -C "$here" rev-parse --short=12 HEAD 2>/dev/null) || commit=
SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct 2>/dev/null) || SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date +%s)}
# With it, the same commit makes the same package.
export SOURCE_DATE_EPOCH
# In English, and in UTC.
export LC_ALL=C.UTF-8 TZ=UTC

# Prints the folder of Swift's static libraries.
libraries() {
  swiftc -print-target-info -static-stdlib | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"]["runtimeResourcePath"])'
}

build() {
  need_packages libfuse3-dev fuse3 pkg-config libsqlite3-dev libcurl4-openssl-dev libexpat1-dev git
  need_swift
  # No library looks for symbols in the program: --no-export-dynamic has those left out that nothing uses.
  local words=(-c release --package-path "$here/.." --scratch-path "$scratch" --product fileprovider --static-swift-stdlib
    --disable-local-rpath -debug-info-format none -Xlinker --no-export-dynamic)
  # ICU's data would be half of the program.
  local data symbol
  symbol=$("$here/icu-data.py" "$(libraries)/linux/lib_FoundationICU.a" "$work/icu-data.o")
  mkdir -p "$scratch"
  # SwiftPM links again only where the words are others.
  data=$(cd "$scratch" && pwd)/icu-data-$(sha256sum <"$work/icu-data.o" | cut -c 1-16).o
  rm -f "$scratch"/icu-data*.o
  mv "$work/icu-data.o" "$data"
  words+=(-Xlinker "--wrap=$symbol" -Xlinker "$data")
  FILEPROVIDER_COMMIT=$(git -C "$here" describe --always --dirty --abbrev=12 2>/dev/null) || FILEPROVIDER_COMMIT=unknown
  export FILEPROVIDER_COMMIT
  echo "building (some minutes the first time)" >&2
  swift build "${words[@]}" >&2
  program=$(swift build "${words[@]}" --show-bin-path)/fileprovider
}

version() {
  local version
  version=$("$program" --version | sed -n 's/.*(OpenFileProvider) \([0-9][0-9.]*\),.*/\1/p')
  [ -n "$version" ] || { echo "package.sh: $program: --version prints no version" >&2 && return 1; }
  # A commit that is tagged with the version is the release.
  if [ -n "$commit" ] && ! git -C "$here" tag --points-at HEAD 2>/dev/null | grep -qxF -e "$version" -e "v$version"; then
    version=$version~git$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).$commit
  fi
  echo "$version"
}

# Writes a file of the package, with its folder: put MODE PATH < CONTENTS
put() {
  install -D -m "$1" /dev/stdin "$root/$2"
}

# What every package has.
stage() {
  local page name
  install -D -m 755 "$program" "$root/usr/bin/fileprovider"
  strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/bin/fileprovider"
  install -D -m 755 "$here/mount.fileprovider" "$root/usr/sbin/mount.fileprovider"
  # For “mount -t fuse.fileprovider”.
  ln -s mount.fileprovider "$root/usr/sbin/mount.fuse.fileprovider"
  for name in fileprovider@.service fileprovider-provider@.service; do
    put 644 "usr/lib/systemd/user/$name" <"$here/packaging/$name"
  done
  put 644 usr/lib/systemd/system/fileprovider@.service <"$here/packaging/system/fileprovider@.service"
  name=org.openfileprovider.fileprovider
  put 644 "usr/share/applications/$name.desktop" <"$here/packaging/$name.desktop"
  put 644 "usr/share/icons/hicolor/scalable/apps/$name.svg" <"$here/packaging/$name.svg"
  # Emblems and menus of file managers; without the modules that load them they are not read.
  for name in nautilus nemo caja; do
    put 644 "usr/share/$name-python/extensions/fileprovider_emblems.py" <"$here/packaging/desktop/fileprovider_emblems.py"
  done
  # The side bar: libcloudproviders reads the first, and has the session bus start the second.
  put 644 usr/share/cloud-providers/org.openfileprovider.fileprovider.ini <"$here/packaging/desktop/org.openfileprovider.fileprovider.ini"
  name=org.openfileprovider.CloudProviders.service
  put 644 "usr/share/dbus-1/services/$name" <"$here/packaging/desktop/$name"
  for name in "$here"/packaging/desktop/emblems/*.svg; do
    put 644 "usr/share/icons/hicolor/scalable/emblems/${name##*/}" <"$name"
  done
  name=org.openfileprovider.fileprovider
  sed "s/[$]Version[$]/$version/;s/[$]Date[$]/$(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)/" "$here/packaging/$name.metainfo.xml" |
    put 644 "usr/share/metainfo/$name.metainfo.xml"
  python3 "$here/manual.py" "$program" "$work/man" "$(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)"
  for name in fileprovider.7 mount.fileprovider.8; do
    sed "s/[$]Mdocdate[$]/$(date -d "@$SOURCE_DATE_EPOCH" '+%B %-d, %Y')/" "$here/packaging/$name" >"$work/man/$name"
  done
  for page in "$work"/man/*; do
    gzip -9n <"$page" | put 644 "usr/share/man/man${page##*.}/${page##*/}.gz"
  done
  echo ".so man8/mount.fileprovider.8" | gzip -9n | put 644 usr/share/man/man8/mount.fuse.fileprovider.8.gz
  # It is read, not run.
  "$program" completions bash | sed '1{/^#!/d;}' | put 644 usr/share/bash-completion/completions/fileprovider
  "$program" completions zsh | put 644 usr/share/zsh/vendor-completions/_fileprovider
  "$program" completions fish | put 644 usr/share/fish/vendor_completions.d/fileprovider.fish
  gzip -9n <"$here/../.github/CHANGELOG.md" | put 644 usr/share/doc/fileprovider/changelog.gz
  put 644 usr/share/doc/fileprovider/LICENSE <"$here/../LICENSE"
}

# What the development package has: this package of Swift, for .package(path:) and adopt-provider.sh. The name of the folder is that of the package.
stage_sources() {
  local place=$sources/usr/share/fileprovider/OpenFileProvider
  local parts=(LICENSE Package.swift README.md Sources Tests mount-scripts)
  mkdir -p "$place"
  (
    cd "$here/.."
    git ls-files -z -- "${parts[@]}" 2>/dev/null || find "${parts[@]}" -name .build -prune -o ! -type d -print0
  ) | tar -C "$here/.." --null -T - --mtime="@$SOURCE_DATE_EPOCH" -cf - | tar -C "$place" -xf -
}

# What the package for Dolphin has.
stage_dolphin() {
  local words=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr)
  if command -v apt-cache >/dev/null; then
    # That of the distribution's Dolphin: both may be there.
    local major=5
    case $(apt-cache depends dolphin) in *libkf6kio*) major=6 ;; esac
    need_packages g++ cmake extra-cmake-modules "libkf${major}kio-dev"
    words+=("-DQT_MAJOR_VERSION=$major")
  fi
  cmake -S "$here/packaging/dolphin" -B "$work/dolphin-build" "${words[@]}" >&2
  cmake --build "$work/dolphin-build" >&2
  DESTDIR=$dolphin cmake --install "$work/dolphin-build" --strip >&2
  (cd "$dolphin" && find . ! -type d | sed 's/^.//') >"$dolphin.files"
}

maintainer() {
  local known address
  known=$(git -C "$here" log -1 --format='%an <%ae>' 2>/dev/null) || known=$(sed -n 's/^Maintainer: //p' "$here/packaging/debian/control")
  address=${known##*<}
  echo "${DEBFULLNAME:-${known% <*}} <${DEBEMAIL:-${address%>}}>"
}

make_deb() {
  need_packages debhelper
  local tree=$work/deb/fileprovider profiles=()
  mkdir -p "$tree/.github" "$work/staged"
  cp "$here/../.github/CHANGELOG.md" "$tree/.github"
  cp -a "$here/packaging/debian" "$tree"
  output=$work/staged make_files
  sed -i "s|^Maintainer: .*|Maintainer: $(maintainer | sed 's/[&|\\]/\\&/g')|" "$tree/debian/control"
  # A version without a hyphen is one of a package whose changelog is the program's own.
  sed -i "1s/(.*)/($version)/; s|^ -- .*| -- $(maintainer | sed 's/[&|\\]/\\&/g')  $(date -R -d "@$SOURCE_DATE_EPOCH")|" "$tree/debian/changelog"
  [ -n "$development" ] || profiles+=(pkg.fileprovider.nodev)
  [ -n "$dolphin" ] || profiles+=(pkg.fileprovider.nodolphin)
  # -d: what is needed for building was needed before.
  (cd "$tree" && env STAGED="$work/staged" DEB_BUILD_PROFILES="${profiles[*]}" dpkg-buildpackage -b -us -uc -d) >&2
  cp "$work"/deb/*.deb "$output"
  basename -a "$work"/deb/*.deb | sed "s|^|$output/|"
}

# Copies the files of all packages to a folder, for packaging/debian/rules.
make_files() {
  local place
  for place in "$root" ${development:+"$sources"} ${dolphin:+"$dolphin"}; do cp -a "$place/." "$output"; done
}

make_rpm() {
  need_packages rpm
  local stage=$work/rpm-root
  cp -a "$root" "$stage"
  local words=(--define "_topdir $work/rpm" --define "_rpmdir $output" --define "_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm"
    --define "staged $stage" --define "package_version $version" --define "use_source_date_epoch_as_buildtime 1" --define "_buildhost localhost")
  [ -z "$development" ] || words+=(--define "development $sources")
  [ -z "$dolphin" ] || words+=(--define "dolphin $dolphin")
  # --nodeps: the libraries are there, and perhaps no RPM database.
  rpmbuild --quiet --nodeps -bb "${words[@]}" "$here/packaging/fileprovider.spec" >&2
  echo "$output/fileprovider-$version-1.$(uname -m).rpm"
  [ -z "$development" ] || echo "$output/fileprovider-devel-$version-1.noarch.rpm"
  [ -z "$dolphin" ] || echo "$output/fileprovider-dolphin-$version-1.$(uname -m).rpm"
}

make_arch() {
  need_packages makepkg pacman-package-manager libarchive-tools zstd
  local place=$work/arch
  mkdir "$place"
  cp "$here/packaging/PKGBUILD" "$place"
  # Its versions know no “~”: letters after a number are what comes before it.
  local command=(env -C "$place" staged="$root" sources="${development:+$sources}" dolphin="$dolphin" package_version="${version/\~/}" PKGDEST="$place" PKGEXT=.pkg.tar.zst makepkg --nodeps)
  if [ "$(id -u)" -eq 0 ]; then
    # makepkg refuses to run as root. Its fakeroot gives the files to root.
    chmod 755 "$work"
    chown -R nobody "$place"
    command=(setpriv --reuid nobody --clear-groups env HOME="$place" "${command[@]}")
  fi
  "${command[@]}" >&2
  cp "$place"/*.pkg.tar.zst "$output"
  basename -a "$place"/*.pkg.tar.zst | sed "s|^|$output/|"
}

make_tar() {
  need_packages xz-utils
  local name
  name=fileprovider-$version-$(uname -m)
  cp -a "$root" "$work/$name"
  cat >"$work/$name/README" <<'TEXT'
OpenFileProvider, as files to copy into the root of a system:

  # tar -C / --strip-components=1 --no-same-owner --keep-directory-symlink -xf fileprovider-VERSION-MACHINE.tar.xz --exclude README

It needs libfuse 3 with fusermount3, SQLite, Expat, libcurl and libcrypto. “fileprovider doctor” says what is missing.
TEXT
  archive "$name"
  [ -n "$development" ] || return 0
  cp -a "$sources" "$work/fileprovider-devel-$version"
  archive "fileprovider-devel-$version"
}

# Makes an archive of a folder of “work”.
archive() {
  local package=$output/$1.tar.xz
  # Without the folders: /usr/sbin may be a link, and the mode and the date of /usr are the system's.
  (cd "$work" && find "$1" ! -type d | LC_ALL=C sort) |
    tar -C "$work" --no-recursion -T - --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go-w -cJf "$package"
  echo "$package"
}

need_packages binutils python3
[ -n "$program" ] || build
version=$(version)
root=$work/root
sources=$work/sources
stage
[ -z "$development" ] || stage_sources
[ -z "$dolphin" ] || stage_dolphin
mkdir -p "$output"
output=$(cd "$output" && pwd)
for kind in "${kinds[@]}"; do "make_$kind"; done

glibc=$(objdump -T "$root/usr/bin/fileprovider" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
echo "the program has $(stat -c %s "$root/usr/bin/fileprovider") bytes, and needs glibc ${glibc#GLIBC_} or later" >&2
