#!/bin/bash
# rsync there and back, with nothing to do the second time. FILES: how many (5 000 by default).
. "$(dirname "$0")/common.sh"
need rsync python3
nothing_to_do() { out=$(rsync -aXi --checksum --delete "$1/" "$2/") && [ -z "$out" ] || { echo "$out" | head; false; }; }
update() { echo more >> "$outside/source/d1/e0/file1.c" && rm -r "$outside/source/d2" && rsync -a --checksum --delete "$outside/source/" there/ && same "$outside/source" there; }
try "a tree outside" source_tree "$outside/source" "${FILES:-5000}"
try "there" rsync -aX --checksum "$outside/source/" there/
try "nothing to do" nothing_to_do "$outside/source" there
try "the same" same "$outside/source" there
try "back" rsync -aX --checksum there/ "$outside/back/"
try "back is the same" same "$outside/source" "$outside/back"
try "changes and deletions" update
try "in place" bash -c "rsync -a --inplace --no-whole-file --ignore-times '$outside/source/' there/ && diff -r --no-dereference '$outside/source' there"
