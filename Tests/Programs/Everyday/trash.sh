#!/bin/bash
# gio and trash-cli: throw away, list, restore, remove. GNOME's trash:/// is served by processes of a session, so they get one of
# their own, with a home of its own.
if [ -z "${TRASH_SESSION:-}" ] && command -v dbus-run-session > /dev/null; then
  TRASH_SESSION=$(mktemp -d)
  export TRASH_SESSION HOME=$TRASH_SESSION XDG_DATA_HOME=$TRASH_SESSION/data XDG_RUNTIME_DIR=$TRASH_SESSION
  mkdir "$XDG_DATA_HOME"
  dbus-run-session -- "$0" "$@" 2> >(grep -v '^dbus-daemon\|connection to the bus' >&2)
  status=$?
  rm -rf "$TRASH_SESSION"
  exit $status
fi
. "$(dirname "$0")/common.sh"
[ -n "${TRASH_SESSION:-}" ] || { export XDG_DATA_HOME=$outside/data HOME=$outside; mkdir "$XDG_DATA_HOME"; }
# What is in the trash may be somebody else's.
thrown=thrown.$$ other=other.$$
listed() { gio trash --list | grep "$1" | cut -f1; }
gio_trash() { echo text > $thrown && gio trash $thrown && [ ! -e $thrown ]; }
gio_list() {
  for _ in $(seq 100); do
    [ -n "$(listed $thrown)" ] && gio list trash:/// | grep -q $thrown && return
    sleep 0.1
  done
  false
}
gio_restore() { gio trash --restore "$(listed $thrown)" && [ "$(cat $thrown)" = text ]; }
cli() { echo text > $other && trash-put $other && [ ! -e $other ] && trash-list | grep -q "$PWD/$other"; }
cli_restore() { echo 0 | trash-restore && [ "$(cat $other)" = text ] && ! trash-list | grep -q $other; }
cli_remove() { trash-put $other && trash-rm "$PWD/$other" && [ ! -e $other ] && ! trash-list | grep -q $other; }
if command -v gio > /dev/null; then
  try "gio trash" gio_trash
  if gio trash --list > /dev/null 2>&1; then
    try "gio list trash:///" gio_list
    try "gio trash --restore" gio_restore
  else skip "gio trash --list" "there is no gvfs, or no session for it"; fi
else skip gio "gio is not installed"; fi
if command -v trash-put > /dev/null; then
  try "trash-put" cli
  try "trash-restore" cli_restore
  try "trash-rm" cli_remove
else skip trash-cli "trash-put is not installed"; fi
