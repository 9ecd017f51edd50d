#!/bin/bash
# Tests the Debian package in a booted Debian without Swift: installs it, sets up domains as an ordinary user with a session, uses their mounts, reboots,
# upgrades, removes and purges the package, and checks that the users' files stay the same.
#
#   Tests/Packages/container.sh [--suite NAME] [--mirror URL] [--before PACKAGE] [PACKAGE]
#
# Without PACKAGE it builds one. --before is the version to upgrade from; without it, the same package with a lower version number.
#
# It needs root, /dev/fuse, systemd-nspawn, debootstrap and a mirror of Debian, and 1 GB in TMPDIR (/var/tmp). If one of them is missing, it prints which one
# and exits with 77. The container shares the machine's network, and is removed at the end. Exit status: 0, or 1 if a step failed.
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
# The process ID, outside the container, of the container's first process.
leader=
clean_up() {
  halt
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# --- The container

boot() {
  # The machine's name has only characters that a host name may have. The console is a pipe: when it closes, systemd-nspawn ends the container.
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

# Whether a process is the first one of another PID namespace. The script acts on no other process, and never on the machine itself.
is_leader() {
  [ -n "$1" ] && grep -q '^NSpid:.*[[:space:]]1$' "/proc/$1/status" 2>/dev/null &&
    [ "$(readlink "/proc/$1/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]
}

# The container's first process is a child of systemd-nspawn or, as a rule, of its child.
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
  # When systemd-nspawn ends, so does the container.
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

# Runs a shell command as the user, in a new login session.
as_alice() {
  inside systemd-run --quiet --wait --pipe --collect -p User=alice -p PAMName=login -p "WorkingDirectory=~" -- /bin/sh -ec "$1"
}

# Installs packages with their dependencies.
install_packages() { inside apt-get install -y -q -o Dpkg::Use-Pty=0 "$@"; }

# --- Steps

failures=0
# Runs a command, and prints whether it succeeded: try DESCRIPTION COMMAND...
try() {
  local description=$1
  shift
  # A subshell with set -e, in which a function ends at its first failure. On the left of || it would go on.
  set +e
  (
    set -e
    "$@"
  ) </dev/null >"$work/output" 2>&1
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    echo "ok      $description"
  else
    echo "FAILED  $description ($status)"
    tail -n 40 "$work/output" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}

# Runs a function that starts the container, in this shell, which keeps the container's process ID: booting DESCRIPTION FUNCTION
booting() {
  if "$2"; then
    echo "ok      $1"
  else
    echo "FAILED  $1"
    exit 1
  fi
}

# A step that the next ones depend on.
required() {
  try "$@"
  [ "$status" -eq 0 ] || exit 1
}
step() { try "$@"; }

reboot() {
  halt
  boot
}

# What the user sees in the mounts.
visible() { as_alice 'cd Files; find . -name .fileprovider -prune -o -type f -exec md5sum {} + >/tmp/sums; sort /tmp/sums; fileprovider domain list; cat ~/.config/fileprovider/*'; }

# All files of the users, while nothing is mounted.
stored() { inside sh -c 'find /home/alice /var/lib/files /etc/fileprovider -type l -printf "%p %l\n" -o -type f -printf "%m %p " -exec md5sum {} \; | sort'; }

# Saves what a function prints: save FUNCTION
save() { "$1" >"$work/$1"; }

# Whether a function prints what was saved: same FUNCTION
same() {
  "$1" >"$work/$1.after"
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
  # systemd-nspawn does not copy it if the machine's file is a link.
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  # Repeats a shell command until it succeeds, for at most half a minute.
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

# Starts a WebDAV server with a password, on the loopback interface.
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

# Mounts a domain as “Mount for all users” in Packages.md does.
share() {
  inside useradd --system --create-home --home-dir /var/lib/files files
  inside install -o files -m 600 /dev/stdin /var/lib/files/password <<<secret
  inside su -l -s /bin/sh files -c "fileprovider domain add team --webdav http://127.0.0.1:$port/dav/ --user alice --password-file ~/password"
  inside install -d /etc/fileprovider
  inside sh -c 'echo OWNER=files >/etc/fileprovider/team.conf'
  inside systemctl enable --now fileprovider@team.service
}

# --- The test

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

if command -v lintian >/dev/null; then step "lintian" lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"; fi
required "debootstrap $suite" prepare
cp "$package" "$root/root/fileprovider.deb"
cp "$before" "$root/root/before.deb"
booting "boot" boot
step "Swift is not installed" inside sh -c '! command -v swift && test -z "$(find / -xdev -name "libswift*")"'
required "add a user with a service manager" add_user
required "start a WebDAV server" serve

required "install version $(dpkg-deb -f "$before" Version)" install_packages /root/before.deb
step "doctor" as_alice 'fileprovider doctor'
required "set up a folder" as_alice 'mkdir Notes; echo hello >Notes/first.txt
  fileprovider setup notes --folder ~/Notes --at-login; cat Files/notes/first.txt'
required "set up a server" as_alice "umask 077; echo secret >password
  fileprovider setup work --webdav http://127.0.0.1:$port/dav/ --user alice --password-file ~/password --at-login; cat Files/work/letter.txt"
step "the services are active" as_alice 'systemctl --user is-active fileprovider@notes.service fileprovider@work.service fileprovider-provider@work.service'
step "write, rename, delete and tag" as_alice 'cd Files/notes; mkdir plans; echo one >plans/a; mv plans/a plans/b; echo gone >c; rm c
  fileprovider tag --domain notes /plans/b +red; test "$(ls .fileprovider/working-set/tags/red)" = b'
step "a new file is uploaded" as_alice 'echo "from the desktop" >Files/work/answer.txt; soon "grep desktop /srv/dav/answer.txt"'
step "change a file on the server" inside sh -c 'echo "more from the server" >/srv/dav/letter.txt'
step "the change is downloaded" as_alice 'fileprovider sync --domain work; soon "grep more Files/work/letter.txt"'
step "status" as_alice 'fileprovider status'
step "a sandboxed program can read the mounts" as_alice 'bwrap --ro-bind / / --dev /dev --proc /proc --unshare-all cat Files/notes/plans/b Files/work/letter.txt'
required "mount a domain for all users" share
step "another user can read it, and cannot write" as_alice 'soon "cat /srv/team/letter.txt"; if touch /srv/team/mine 2>/dev/null; then exit 1; fi; grep more /srv/team/letter.txt'
step "address cards in every character set" as_alice 'card() { printf "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=$1:$2\nEND:VCARD\n"; }
  { card big5 "\247\101"; card euc-kr "\260\241"; card gb18030 "\304\343"; card shift_jis "\223\372"; card iso-2022-jp "\033\$BF|\033(B"; card koi8-r "\360\322"
  card iso-8859-2 "\261\346"; card iso-8859-15 "\244"; card windows-1250 "\271"; card windows-1251 "\317"; card windows-1253 "\301"; card windows-1254 "\376"; } >cards.vcf
  fileprovider contacts import cards.vcf; set -- $(fileprovider contacts list | cut -f 1); test "$*" = "€ ą ąć ş Α П Пр 가 你 你 日 日"'
required "save what is in the mounts" save visible

mounted='soon "test -e Files/notes/plans/b -a -e Files/work/letter.txt"'
booting "reboot" reboot
required "the user's service manager runs" inside soon '[ "$(loginctl show-user alice -p State)" = State=lingering ]'
step "a lingering user has the mounts" inside runuser -u alice -- \
  soon "test -e /home/alice/Files/notes/plans/b -a -e /home/alice/Files/work/letter.txt"
step "with the same contents" same visible
step "disable lingering" inside loginctl disable-linger alice
booting "reboot" reboot
step "the user has no processes and no mounts" inside sh -c '! pgrep -u alice && ! grep /home/alice /proc/self/mounts'
step "a login mounts the domains" as_alice "$mounted"
step "enable lingering" inside loginctl enable-linger alice
step "the mounts stay" as_alice "$mounted"

required "upgrade to version $(dpkg-deb -f "$package" Version) while the domains are mounted" install_packages /root/fileprovider.deb
step "the mounts stay, with the same contents" same visible
step "restart the services" as_alice 'systemctl --user daemon-reload
  systemctl --user restart fileprovider-provider@work.service fileprovider@work.service fileprovider@notes.service'
step "the contents are the same" same visible
step "write in both mounts" as_alice 'echo two >Files/notes/plans/c; echo two >Files/work/two.txt; soon "grep two /srv/dav/two.txt"'
required "save what is in the mounts" save visible

step "list the package's files" inside sh -c 'dpkg -L fileprovider >/root/files'
required "remove the package while the domains are mounted" inside apt-get remove -y -q fileprovider
step "the mounts can still be read" as_alice 'cat Files/notes/plans/b Files/work/two.txt'
booting "reboot without the package" reboot
step "nothing is mounted" as_alice 'timeout 60 systemctl --user is-system-running --wait || true; ! grep fileprovider /proc/self/mounts'

required "install the package again" install_packages /root/fileprovider.deb
booting "reboot" reboot
step "the mounts are back" as_alice "$mounted"
step "with the same contents" same visible

step "stop the services" as_alice 'systemctl --user stop fileprovider@work.service fileprovider@notes.service fileprovider-provider@work.service'
required "stop the mount for all users" inside systemctl stop fileprovider@team.service
required "save the users' files" save stored
required "purge the package" inside apt-get purge -y -q fileprovider
step "the users' files are the same" same stored
step "no file of the package is left" inside sh -ec 'if dpkg -s fileprovider; then exit 1; fi
  while read -r name; do if [ ! -d "$name" ] && ls -d "$name"; then left=yes; fi; done </root/files; [ -z "$left" ]'
required "install the package again" install_packages /root/fileprovider.deb
step "start the services" as_alice 'systemctl --user start fileprovider@work.service fileprovider@notes.service'
step "the contents are the same" same visible

if [ "$failures" -gt 0 ]; then
  echo "steps that failed: $failures"
  exit 1
fi
