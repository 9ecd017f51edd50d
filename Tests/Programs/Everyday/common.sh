# What the scripts here share. Each is called with a directory to work in, prints a line `PASS|FAIL|SKIP name (reason)` for each thing it
# tries, and ends with 1 if one failed.

set -u
export LC_ALL=C.UTF-8 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: $0 DIRECTORY" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
program=$(basename "$0" .sh)
work=$(mktemp -d "$(cd "$1" && pwd)/$program.XXXXXX") || exit 1
outside=$(mktemp -d) || exit 1
log=$outside/log
failed=0
trap 'cd /; rm -rf "$work" "$outside"; [ $failed = 0 ]; exit $failed' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1

# try NAME COMMAND…: runs a command and says how it went, with the last it had to say when it failed.
try() {
  name=$1; shift
  if "$@" > "$log" 2>&1; then echo "PASS $program: $name"; else
    echo "FAIL $program: $name (status $?)"
    tail -n "${LINES_OF_LOG:-8}" "$log" | sed 's/^/     /'
    failed=1
  fi
}

skip() { echo "SKIP $program: $1 ($2)"; }

# need PROGRAM…: ends the script when one is missing.
need() { for each; do command -v "$each" > /dev/null || { skip everything "$each is not installed"; exit 0; }; done; }

# same A B: two trees have the same names, modes, owners, times, links and contents; times of links are not everybody's business.
same() { diff -r --no-dereference "$1" "$2" && diff <(facts "$1") <(facts "$2"); }
facts() { (cd "$1" && find . -mindepth 1 \( -type d -printf '%p %y %m %U %G\n' -o -type l -printf '%p %y %U %G %l\n' -o -printf '%p %y %m %U %G %s %T@\n' \) | sort); }

# source_tree DIRECTORY FILES: makes a tree that looks like somebody's sources.
source_tree() {
  python3 - "$1" "$2" "${SEED:-1}" <<'PYTHON'
import os, random, sys
root, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
words = [bytes(random.choices(b"abcdefghijklmnopqrstuvwxyz_ (){};\n", k=random.randint(3, 60))) for _ in range(500)]
for number in range(count):
    folder = os.path.join(root, "d%d" % (number % 40), "e%d" % (number // 40 % 25))
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "file%d.c" % number)
    with open(path, "wb") as file:
        file.write(b"// %d\n" % number + b"".join(random.choices(words, k=random.randint(0, 200))))
    if number % 50 == 0: os.chmod(path, 0o755)
    if number % 97 == 0: os.symlink("file%d.c" % number, path + ".link")
os.makedirs(os.path.join(root, "empty/deep"), exist_ok=True)
PYTHON
}
