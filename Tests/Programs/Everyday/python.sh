#!/bin/bash
# Python's own tests of files, with their files in the directory. PYTHON names the interpreter.
. "$(dirname "$0")/common.sh"
python=${PYTHON:-python3}
need "$python"
export TMPDIR=$work TEMP=$work TMP=$work
LINES_OF_LOG=${LINES_OF_LOG:-25}
# By design: names are UTF-8, and there are no hard links.
by_design=(-i 'test.test_os.Pep383Tests.*' -i '*.test_hardlink_to' -i '*undecodable*')
skip "names that are not UTF-8, hard links" "the mount has none, by design"
for module in test_os test_shutil test_pathlib test_mmap test_fcntl test_tempfile test_posix test_glob test_fileio test_io test_zipfile test_tarfile test_sqlite3 test_dbm; do
  "$python" -c "import test.$module" 2> /dev/null || { skip "$module" "this Python comes without it"; continue; }
  mkdir "$work/$module"
  run() { cd "$work/$module" && timeout 900 "$python" -m test --tempdir "$work/$module" -v "${by_design[@]}" "$module" > "$outside/out" 2>&1; status=$?
    grep -E '^(ERROR|FAIL):|Error:|failed|Result' "$outside/out"; return $status; }
  try "$module" run
done
