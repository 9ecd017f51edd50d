#!/bin/bash
# Walks through the life of the Debian package in a booted Debian without Swift: installs it, sets domains up as an ordinary user with a session, uses their
# mounts, boots again, upgrades, removes and purges the package, and compares what the user has.
#
#   Tests/Packages/container.sh [--suite NAME] [--mirror URL] [--before PACKAGE] [PACKAGE]
#
# Without PACKAGE it builds one. --before is the version to upgrade from; without it, the same package with a lower version number.
#
# It needs root, /dev/fuse, systemd-nspawn, debootstrap and a mirror of Debian, and 1 GB in TMPDIR (/var/tmp). Where one of them is missing it says so,
# and exits with 77. The container shares the network with the machine. It and its folder are gone afterwards. Exit status: 0, or 1 when a step failed.
# shellcheck disable=SC2016 # Shell commands for the container.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
suite=bookworm mirror=http://deb.debian.org/debian before='' package=''
usage() {
  sed -n 's/^# *\(Tests\/Packages\/container.sh .*\)/usage: \1/p' "$0" >&2
  exit 64
}
while [ $# -gt 0 ]; do
  case $1 in
    --suite | --mirror | --before)
      [ $# -ge 2 ] || usage
      declare "${1#--}=$2"
      shift
      ;;
    -*) usage ;;
    *)
      [ -z "$package" ] || usage
      package=$1
      ;;
  esac
  shift
done

skip() {
  echo "skipped: $*"
  exit 77
}
[ "$(id -u)" -eq 0 ] || skip "a container needs root"
[ -c /dev/fuse ] || skip "/dev/fuse is missing"
for program in debootstrap systemd-nspawn nsenter dpkg-deb; do
  command -v "$program" >/dev/null || skip "$program is not installed (debootstrap, systemd-container, util-linux, dpkg)"
done

work=$(TMPDIR=${TMPDIR:-/var/tmp} mktemp -d)
root=$work/root
container=
# What the container's first process has as its number here.
leader=
clean_up() {
  halt
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# --- The container

boot() {
  # With the machine's name free of characters that a host name lacks. The console is a pipe: systemd-nspawn ends its container when it closes.
  systemd-nspawn --quiet --register=no --keep-unit --boot --machine="fileprovider-$$" --directory="$root" --bind=/dev/fuse --console=pipe \
    </dev/null >>"$work/console" 2>&1 &
  container=$!
  leader=
  for ((tries = 0; tries < 300; tries++)); do
    kill -0 "$container" 2>/dev/null || break
    find_leader
    case $([ -z "$leader" ] || inside systemctl is-system-running 2>/dev/null) in running | degraded) return 0 ;; esac
    sleep 0.2
  done
  tail -n 40 "$work/console"
  return 1
}

# Whether a process is the first of another namespace of processes than this one: nothing is done in the machine itself, nor to another process.
is_leader() {
  [ -n "$1" ] && grep -q '^NSpid:.*[[:space:]]1$' "/proc/$1/status" 2>/dev/null &&
    [ "$(readlink "/proc/$1/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]
}

# systemd-nspawn has a child in the machine's namespaces between itself and the container's first process.
find_leader() {
  local child
  if [ -n "$leader" ]; then return; fi
  for child in $(pgrep -P "$container") $(pgrep -P "$(pgrep -d , -P "$container")"); do
    if is_leader "$child"; then leader=$child; fi
  done 2>/dev/null
}

halt() {
  [ -n "$container" ] || return 0
  # SIGRTMIN+4 is “power off” (systemd(1)).
  ! is_leader "$leader" || kill -s RTMIN+4 "$leader" 2>/dev/null || true
  # systemd-nspawn ends the container when it ends.
  local signal
  for signal in 0 TERM TERM KILL; do
    kill -s "$signal" "$container" 2>/dev/null || break
    for ((tries = 0; tries < 300; tries++)); do
      kill -0 "$container" 2>/dev/null || break
      sleep 0.1
    done
  done
  ! is_leader "$leader" || kill -s KILL "$leader" 2>/dev/null || true
  wait "$container" 2>/dev/null || true
  container='' leader=''
}

# Runs a command in the container as root.
inside() {
  is_leader "$leader" || return 1
  nsenter --target "$leader" --mount --uts --ipc --net --pid --root --wd -- \
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# Runs a shell command as the user in a session of its own, as a login does.
as_alice() {
  inside systemd-run --quiet --wait --pipe --collect -p User=alice -p PAMName=login -p "WorkingDirectory=~" -- /bin/sh -ec "$1"
}

# Installs packages, and what they depend on.
install_packages() { inside apt-get install -y -q -o Dpkg::Use-Pty=0 "$@"; }

# --- Steps

failures=0
# Does something, and says whether it succeeded: try WORDS COMMAND...
try() {
  local words=$1
  shift
  # A process of its own, in which a function ends at its first failure. After "try ... ||" it would not.
  set +e
  (
    set -e
    "$@"
  ) </dev/null >"$work/output" 2>&1
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    echo "ok      $words"
  else
    echo "FAILED  $words ($status)"
    tail -n 40 "$work/output" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}

# Does something with the container, in this shell, since it keeps the container's number: booting WORDS COMMAND
booting() {
  if "$2"; then
    echo "ok      $1"
  else
    echo "FAILED  $1"
    exit 1
  fi
}

# A step without which the others mean nothing.
required() {
  try "$@"
  [ "$status" -eq 0 ] || exit 1
}
step() { try "$@"; }

start_again() {
  halt
  boot
}

# What the user sees in the mounts.
visible() { as_alice 'cd Files; find . -name .fileprovider -prune -o -type f -exec md5sum {} + >/tmp/sums; sort /tmp/sums; fileprovider domain list; cat ~/.config/fileprovider/*'; }

# Each file of the users, while nothing is mounted.
stored() { inside sh -c 'find /home/alice /var/lib/files /etc/fileprovider -type l -printf "%p %l\n" -o -type f -printf "%m %p " -exec md5sum {} \; | sort'; }

# Notes what a function prints, for same: note FUNCTION
note() { "$1" >"$work/$1"; }

# Whether a command prints the same as before: same NAME COMMAND
same() {
  "$2" >"$work/$1.after"
  [ -s "$work/$1" ] && diff "$work/$1" "$work/$1.after"
}

# Gives a package another version number: renumber PACKAGE VERSION RESULT
renumber() {
  rm -rf "$work/unpacked"
  dpkg-deb -R "$1" "$work/unpacked"
  sed -i "s/^Version: .*/Version: $2/" "$work/unpacked/DEBIAN/control"
  dpkg-deb --root-owner-group -Zgzip --build "$work/unpacked" "$3"
  rm -rf "$work/unpacked"
}

prepare() {
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,ca-certificates "$suite" "$root" "$mirror"
  # systemd-nspawn does not, where the machine's file is a link.
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  # Tries a shell command until it succeeds, for half a minute.
  install -m 755 /dev/stdin "$root/usr/local/bin/soon" <<'TEXT'
#!/bin/sh
tries=0
until sh -c "$1" >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ]; then
    sh -xc "$1"
    exit
  fi
  sleep 0.1
done
TEXT
}

add_user() {
  inside useradd --create-home --shell /bin/bash alice
  inside loginctl enable-linger alice
}

# A WebDAV server on the machine's loopback, with a password.
serve() {
  install_packages --no-install-recommends apache2 bubblewrap
  inside sh -ec "
    echo 'Listen 127.0.0.1:$port' >/etc/apache2/ports.conf
    mkdir -p /srv/dav && echo 'from the server' >/srv/dav/letter.txt && chown -R www-data: /srv/dav
    htpasswd -bc /etc/apache2/users alice secret
    cat >/etc/apache2/sites-available/000-default.conf" <<TEXT
DavLockDB /var/lock/apache2/dav
Alias /dav /srv/dav
<Directory /srv/dav>
  Dav On
  AuthType Basic
  AuthName files
  AuthUserFile /etc/apache2/users
  Require valid-user
</Directory>
TEXT
  inside a2enmod -q dav dav_fs
  inside systemctl restart apache2
}

# As “Mount for all users” in Packages.md says.
share() {
  inside useradd --system --create-home --home-dir /var/lib/files files
  inside install -o files -m 600 /dev/stdin /var/lib/files/password <<<secret
  inside su -l -s /bin/sh files -c "fileprovider domain add team --webdav http://127.0.0.1:$port/dav/ --user alice --password-file ~/password"
  inside install -d /etc/fileprovider
  inside sh -c 'echo OWNER=files >/etc/fileprovider/team.conf'
  inside systemctl enable --now fileprovider@team.service
}

# --- The walk

if [ -z "$package" ]; then
  "$here/../../mount-scripts/package.sh" --output "$work/packages" deb
  package=$(echo "$work"/packages/*.deb)
fi
if [ -z "$before" ]; then
  before=$work/before.deb
  renumber "$package" 0.0.1 "$before" >/dev/null
fi
port=$((20000 + RANDOM % 10000))
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done

required "debootstrap $suite" prepare
cp "$package" "$root/root/fileprovider.deb"
cp "$before" "$root/root/before.deb"
booting "boot" boot
step "no Swift is there" inside sh -c '! command -v swift && test -z "$(find / -xdev -name "libswift*")"'
required "a user with a service manager" add_user
required "a WebDAV server" serve

required "install $(dpkg-deb -f "$before" Version)" install_packages /root/before.deb
step "doctor" as_alice 'fileprovider doctor'
required "setup of a folder" as_alice 'mkdir Notes; echo hello >Notes/first.txt
  fileprovider setup notes --folder ~/Notes --at-login; cat Files/notes/first.txt'
required "setup of a server" as_alice "umask 077; echo secret >password
  fileprovider setup work --webdav http://127.0.0.1:$port/dav/ --user alice --password-file ~/password --at-login; cat Files/work/letter.txt"
step "each is a service" as_alice 'systemctl --user is-active fileprovider@notes.service fileprovider@work.service fileprovider-provider@work.service'
step "write, rename, delete and tag" as_alice 'cd Files/notes; mkdir plans; echo one >plans/a; mv plans/a plans/b; echo gone >c; rm c
  fileprovider tag --domain notes /plans/b +red; test "$(ls .fileprovider/working-set/tags/red)" = b'
step "what is written arrives on the server" as_alice 'echo "from the desktop" >Files/work/answer.txt; soon "grep desktop /srv/dav/answer.txt"'
step "what changes on the server arrives" inside sh -c 'echo "more from the server" >/srv/dav/letter.txt'
step "... soon" as_alice 'fileprovider sync --domain work; soon "grep more Files/work/letter.txt"'
step "status" as_alice 'fileprovider status'
step "a sandboxed program sees the mounts" as_alice 'bwrap --ro-bind / / --dev /dev --proc /proc --unshare-all cat Files/notes/plans/b Files/work/letter.txt'
required "a mount for all users" share
step "... others read it, and write where they may" as_alice 'soon "cat /srv/team/letter.txt"; if touch /srv/team/mine 2>/dev/null; then exit 1; fi; grep more /srv/team/letter.txt'
required "note what is in them" note visible

mounted='soon "test -e Files/notes/plans/b -a -e Files/work/letter.txt"'
booting "boot again" start_again
step "a user who lingers has the mounts" inside runuser -u alice -- \
  soon "test -e /home/alice/Files/notes/plans/b -a -e /home/alice/Files/work/letter.txt"
step "with everything in them" same visible visible
step "let the user not linger" inside loginctl disable-linger alice
booting "boot again" start_again
step "another user has none: nothing of that user's runs or is mounted" inside sh -c '! pgrep -u alice && ! grep /home/alice /proc/self/mounts'
step "a login mounts" as_alice "$mounted"
step "let the user linger" inside loginctl enable-linger alice
step "it stays" as_alice "$mounted"

required "upgrade to $(dpkg-deb -f "$package" Version) while they are mounted" install_packages /root/fileprovider.deb
step "the mounts go on" same visible visible
step "restart them" as_alice 'systemctl --user daemon-reload
  systemctl --user restart fileprovider-provider@work.service fileprovider@work.service fileprovider@notes.service'
step "everything is in them" same visible visible
step "write in both" as_alice 'echo two >Files/notes/plans/c; echo two >Files/work/two.txt; soon "grep two /srv/dav/two.txt"'
required "note what is in them" note visible

step "list the package's files" inside sh -c 'dpkg -L fileprovider >/root/files'
required "remove it while they are mounted" inside apt-get remove -y -q fileprovider
step "the mounts can be read" as_alice 'cat Files/notes/plans/b Files/work/two.txt'
booting "boot again without it" start_again
step "nothing is mounted" as_alice 'systemctl --user is-system-running --wait || true; ! grep fileprovider /proc/self/mounts'

required "install it again" install_packages /root/fileprovider.deb
booting "boot again" start_again
step "the mounts are back" as_alice "$mounted"
step "with everything in them" same visible visible

step "stop them" as_alice 'systemctl --user stop fileprovider@work.service fileprovider@notes.service fileprovider-provider@work.service'
required "stop the one for all users" inside systemctl stop fileprovider@team.service
required "note the users' files" note stored
required "purge it" inside apt-get purge -y -q fileprovider
step "the users' files are the same" same stored stored
step "no file of the package is there" inside sh -ec 'if dpkg -s fileprovider; then exit 1; fi
  while read -r name; do if [ ! -d "$name" ] && ls -d "$name"; then left=yes; fi; done </root/files; [ -z "$left" ]'
required "install it again" install_packages /root/fileprovider.deb
step "start them" as_alice 'systemctl --user start fileprovider@work.service fileprovider@notes.service'
step "everything is in them" same visible visible

if [ "$failures" -gt 0 ]; then
  echo "$failures steps failed"
  exit 1
fi
