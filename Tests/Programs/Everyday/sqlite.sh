#!/bin/bash
# sqlite3 with each journal mode: several writers, a writer that is killed, its own integrity check.
. "$(dirname "$0")/common.sh"
need sqlite3
check() { [ "$(sqlite3 "$1" 'PRAGMA integrity_check')" = ok ] || { sqlite3 "$1" 'PRAGMA integrity_check'; false; }; }
fill() { sqlite3 "$1" "PRAGMA journal_mode=$2; CREATE TABLE t(n INTEGER PRIMARY KEY, w, x); CREATE INDEX i ON t(x); CREATE TABLE log(n)"; }
insert() { for n in $(seq "$3"); do echo "INSERT INTO t(w, x) VALUES($2, hex(randomblob(200)));"; done | sqlite3 -cmd '.timeout 20000' "$1"; }
together() {
  for w in 1 2 3; do insert "$1" $w 100 & done
  wait && [ "$(sqlite3 "$1" 'SELECT count(*) FROM t')" = 300 ] && check "$1"
}
killed() {
  for round in 1 2 3 4 5; do
    (while :; do echo "BEGIN; INSERT INTO t(w, x) SELECT 9, hex(randomblob(500)) FROM t LIMIT 200; INSERT INTO log VALUES(1); COMMIT;"; done) |
      sqlite3 -cmd '.timeout 20000' "$1" & writer=$!
    sleep 0.$((RANDOM % 6 + 1)) # The clock itself is meant: any moment.
    kill -9 $writer; wait $writer 2> /dev/null
    check "$1" || return 1
  done
}
for mode in wal delete truncate persist memory; do
  try "$mode: create" fill "$mode.db" "$mode"
  try "$mode: three writers at once" together "$mode.db"
  [ $mode = memory ] || try "$mode: integrity after its writer was killed" killed "$mode.db"
  try "$mode: vacuum" bash -c "sqlite3 $mode.db VACUUM && [ \$(sqlite3 $mode.db 'PRAGMA integrity_check') = ok ]"
done
