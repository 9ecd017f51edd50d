#!/bin/bash
# dbench: the load of a file server. SECONDS_: how long (20 by default), CLIENTS (4).
. "$(dirname "$0")/common.sh"
need dbench
load=$(for f in /usr/share/dbench/client.txt /usr/share/doc/dbench/loadfiles/client.txt /usr/share/dbench/loadfiles/client.txt; do [ -f $f ] && echo $f && break; done)
run() { dbench -t "${SECONDS_:-20}" -D "$work" ${load:+-c "$load"} "${CLIENTS:-4}" > "$outside/out" 2>&1; status=$?; tail -5 "$outside/out"; [ $status = 0 ] && ! grep -qiE 'fail|error' "$outside/out"; }
try "${CLIENTS:-4} clients" run
