# shellcheck shell=sh
# Installs the requirements of the other scripts. Sourced, not run.

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    echo "${0##*/}: root is required for: $*" >&2
    return 1
  fi
}

# How mount-scripts/quickstart.sh and test.sh build: as a release, a module at a time, but without optimization and debug information. A debug
# build takes half as much processor time again, since it compiles a few files at a time, so that the next build is short.
# Without -DDEBUG, which makes swift-argument-parser check the declarations of all options at each start: a third of the processor time of a short
# command. DeclarationTests checks them once.
# -no-emit-module-separately-wmo checks the types of each module once, not twice: 677 s of processor time in place of 759 for the tests.
# shellcheck disable=SC2034 # Other scripts use it.
quick_build='-c release -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo -debug-info-format none'

# Installs missing Debian packages; on other distributions, prints the names of the packages.
need_packages() {
  missing=
  if ! command -v dpkg-query >/dev/null 2>&1; then
    if pkg-config --exists fuse3 sqlite3 libcurl expat 2>/dev/null; then return 0; fi
    cat >&2 <<'TEXT'
Please install libfuse 3, SQLite, libcurl and Expat with their headers, and pkg-config:
  Fedora    dnf install fuse3 fuse3-devel sqlite-devel libcurl-devel expat-devel pkgconf-pkg-config
  Arch      pacman -S fuse3 sqlite curl expat pkgconf
  openSUSE  zypper install fuse3 fuse3-devel sqlite3-devel libcurl-devel libexpat-devel pkg-config
  Alpine    apk add fuse3 fuse3-dev sqlite-dev curl-dev expat-dev pkgconf
TEXT
    return 1
  fi
  for package in "$@"; do
    # shellcheck disable=SC2016 # dpkg-query's own variables
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
      *" installed") ;;
      *) missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  echo "installing$missing" >&2
  as_root apt-get update -q >&2
  # shellcheck disable=SC2086 # one word a package
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2
}

# Installs a server for the tests from PyPI, into a folder of its own. Without a network, its tests are skipped.
#
#   want_server FOLDER NAME VERSION [PACKAGE]...
want_server() {
  folder=$1 name=$2 version=$3
  shift 3
  case $("$folder/bin/$name" --version 2>/dev/null) in "$version" | "$name $version" | *" version $version") return 0 ;; esac
  rm -rf "$folder"
  echo "installing $name in $folder" >&2
  # All have one pip, since to install it takes 4 s of processor time. An older one has no --python.
  pip=${folder%/*}/pip
  options='-q --disable-pip-version-check --retries 1 --timeout 15'
  # shellcheck disable=SC2086 # one word an option
  if { [ -x "$pip/bin/pip" ] || { python3 -m venv "$pip" && timeout 300 "$pip/bin/pip" install $options 'pip>=22.3'; }; } &&
    python3 -m venv --without-pip "$folder" &&
    timeout 300 "$pip/bin/pip" --python "$folder/bin/python" install $options "$name==$version" "$@"; then
    return 0
  fi >&2
  rm -rf "$folder"
  echo "${0##*/}: $name cannot be installed; skipping its tests" >&2
}

# Prints where to get Swift if it is missing.
need_swift() {
  command -v swift >/dev/null 2>&1 && return 0
  echo "${0##*/}: swift: not found; install Swift 6.2 or newer from https://www.swift.org/install/linux/" >&2
  return 1
}
