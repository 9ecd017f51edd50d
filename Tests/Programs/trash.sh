#!/bin/bash
# gio and trash-cli: throw away, list, restore, empty.
. "$(dirname "$0")/common.sh"
export XDG_DATA_HOME=$outside/data HOME=$outside
gio_trash() { echo text > thrown && gio trash thrown && [ ! -e thrown ] && gio trash --list | grep -q thrown; }
gio_restore() { gio trash --restore "$(gio trash --list | grep thrown | cut -f1)" && [ "$(cat thrown)" = text ]; }
cli() { echo text > other && trash-put other && [ ! -e other ] && trash-list | grep -q other; }
cli_restore() { echo 0 | trash-restore other && [ "$(cat other)" = text ]; }
if command -v gio > /dev/null; then
  try "gio trash" gio_trash
  try "gio trash --restore" gio_restore
else skip gio "gio is not installed"; fi
if command -v trash-put > /dev/null; then
  try "trash-put" cli
  try "trash-restore" cli_restore
else skip trash-cli "trash-put is not installed"; fi
