#!/bin/bash
# git on the directory: clone, status, commit, gc, fsck of a repository of FILES files (20 000 by default).
. "$(dirname "$0")/common.sh"
need git python3
files=${FILES:-20000}
git_=(git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main -c gc.auto=0 -c advice.detachedHead=false)

origin() {
  "${git_[@]}" init -q "$outside/origin" && source_tree "$outside/origin" "$files" && rm -r "$outside/origin/empty" && cd "$outside/origin" &&
    "${git_[@]}" add -A && "${git_[@]}" commit -qm first &&
    for d in d1 d2 d3; do for f in "$d"/*/*.c; do echo "// more" >> "$f"; done; "${git_[@]}" commit -qam "$d"; done
}
clean() { [ -z "$(git -C "$1" status --porcelain)" ] || { git -C "$1" status --porcelain | head; false; }; }
change() {
  cd "$work/clone" && for f in d5/*/*.c; do echo x >> "$f"; done && git mv d6 moved && rm -r d7 && echo new > new &&
    [ "$(git status --porcelain | grep -c '^ M d5/')" = "$(ls d5/*/*.c | wc -l)" ] &&
    "${git_[@]}" add -A && "${git_[@]}" commit -qm change && clean .
}
checkouts() { cd "$work/clone" && git checkout -q HEAD~2 && clean . && git checkout -q main && clean .; }
stash() { cd "$work/clone" && echo s >> new && "${git_[@]}" stash -q && clean . && "${git_[@]}" stash pop -q && [ "$(tail -1 new)" = s ] && git checkout -q new; }
worktree() { cd "$work/clone" && git worktree add -q ../other HEAD~1 && clean ../other && git worktree remove ../other; }

try "a repository of $files files outside" origin
try "clone" git clone -q --no-local "$outside/origin" "$work/clone"
try "the clone is the same" bash -c "diff -r --no-dereference -x .git '$outside/origin' '$work/clone'"
try "status is clean" clean "$work/clone"
try "status is clean again" clean "$work/clone"
try "change, move, remove, commit" change
try "check out another commit and back" checkouts
try "stash" stash
try "worktree" worktree
try "gc" git -C "$work/clone" gc -q --prune=now
try "fsck" git -C "$work/clone" fsck --full --strict
try "clone within" git clone -q "$work/clone" "$work/second"
try "status of the second" clean "$work/second"
