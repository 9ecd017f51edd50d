#!/bin/bash
# How fast changes are pushed to a WebDAV server that is some milliseconds away.
#
#   FILEPROVIDER=.build/release/fileprovider Tests/Benchmarks/webdav-push.sh [COUNT] [MILLISECONDS...]
#
# Starts an Apache and a proxy that delays, both on loopback, makes COUNT changes of each kind (200) in a mount, and prints a line each: changes a second
# as “sync --wait” sees them, what the server's answers allow (calls at once ÷ (round trips × delay)), the share of it, processor time of the provider's
# process a change, and the load of the machine. Leaves nothing behind. Wants apache2, python3 and FUSE.
set -euo pipefail
count=${1:-200}
shift || true
delays=("${@:-20}")
[ $# -gt 0 ] || delays=(20 50)
program=$(realpath "${FILEPROVIDER:-.build/release/fileprovider}")
[ -x "$program" ] || { echo "webdav-push: there is no program $program: build it with \"swift build -c release\"" >&2; exit 64; }

place=$(mktemp -d)
export HOME=$place/home XDG_RUNTIME_DIR=$place/run
unset XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME XDG_CACHE_HOME DBUS_SESSION_BUS_ADDRESS
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" "$place/www/dav" "$place/mount"
chmod 700 "$XDG_RUNTIME_DIR"
processes=()
cleanup() {
  "$program" unmount "$place/mount" >/dev/null 2>&1 || fusermount3 -uz "$place/mount" 2>/dev/null || true
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$place"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
server=$(port)
modules=$(for folder in /usr/lib/apache2/modules /usr/lib64/httpd/modules; do [ -d $folder ] && echo $folder && break; done)
{
  echo "ServerRoot $place"
  echo "ServerName 127.0.0.1"
  echo "Listen 127.0.0.1:$server"
  echo "PidFile $place/apache.pid"
  echo "ErrorLog $place/error.log"
  for module in mpm_event authz_core dav dav_fs; do echo "LoadModule ${module}_module $modules/mod_$module.so"; done
  if [ "$(id -u)" = 0 ]; then
    echo "User www-data"
    echo "Group www-data"
  fi
  echo "DavLockDB $place/locks/db"
  echo "DocumentRoot $place/www"
  echo "KeepAlive On"
  echo "MaxKeepAliveRequests 0"
  echo "<Directory $place/www>"
  echo "Dav On"
  echo "Require all granted"
  echo "</Directory>"
} >"$place/apache.conf"
mkdir "$place/locks"
chmod 755 "$place"
if [ "$(id -u)" = 0 ]; then chown -R www-data "$place/www" "$place/locks"; fi
"$(command -v apache2 || command -v httpd)" -X -f "$place/apache.conf" &
processes+=($!)

# Passes on each byte after half of the delay, in both directions, however many connections there are.
cat >"$place/delay.py" <<'PYTHON'
import asyncio, sys

listening, target, delay = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 2000

async def pump(reader, writer):
    loop, queue = asyncio.get_running_loop(), asyncio.Queue()

    async def send():
        while True:
            time, data = await queue.get()
            await asyncio.sleep(max(0, time - loop.time()))
            try:
                if not data:
                    return writer.write_eof()
                writer.write(data)
            except (OSError, RuntimeError):
                return

    sender = asyncio.create_task(send())
    try:
        while data := await reader.read(65536):
            queue.put_nowait((loop.time() + delay, data))
    except OSError:
        pass
    queue.put_nowait((loop.time() + delay, b""))
    await sender

async def serve(reader, writer):
    try:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
    except OSError:
        return writer.close()
    await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
    writer.close()
    far_writer.close()

async def main():
    async with await asyncio.start_server(serve, "127.0.0.1", listening) as server:
        await server.serve_forever()

asyncio.run(main())
PYTHON

# The processor time of a process and its threads, in milliseconds.
spent() { awk -v tick="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print ($12 + $13) * 1000 / tick }' "/proc/$1/stat"; }

# The process of the domain's provider: it has the domain's lock open.
provider() {
  local process
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/exe" 2>/dev/null)" = "$program" ] \
      && find "$process/fd" -lname "*/$1/provider.lock" 2>/dev/null | grep -q .; then
      basename "$process"
      return
    fi
  done
}

# measure NAME CALLS MILLISECONDS COMMAND: two round trips a change.
measure() {
  local name=$1 calls=$2 delay=$3 process before begin end
  shift 3
  process=$(provider "$domain")
  "$@"
  before=$(spent "$process")
  begin=$(date +%s.%N)
  "$program" sync --wait --domain "$domain" >/dev/null
  end=$(date +%s.%N)
  awk -v name="$name" -v delay="$delay" -v count="$count" -v time="$(echo "$end - $begin" | bc)" -v calls="$calls" \
    -v spent="$(echo "$(spent "$process") - $before" | bc)" -v load="$(cut -d' ' -f1 /proc/loadavg)" 'BEGIN {
      limit = calls * 1000 / (2 * delay)
      printf "%4d ms  %-7s %7.1f/s  of %5.1f  %4.0f %%  %6.2f ms processor time each  load %s\n",
        delay, name, count / time, limit, 100 * count / time / limit, spent / count, load
    }'
}

folders() { for i in $(seq "$count"); do mkdir "$top/folder$i"; done; }
files() { for i in $(seq "$count"); do echo "$i" >"$top/file$i"; done; }
names() { for i in $(seq "$count"); do mv "$top/file$i" "$top/renamed$i"; done; }
edits() { for i in $(seq "$count"); do echo more >>"$top/renamed$i"; done; }

for delay in "${delays[@]}"; do
  proxy=$(port)
  python3 "$place/delay.py" "$proxy" "$server" "$delay" &
  processes+=($!)
  until (: <>"/dev/tcp/127.0.0.1/$proxy") 2>/dev/null; do sleep 0.05; done
  domain=push$delay
  "$program" domain add "$domain" --webdav "http://127.0.0.1:$proxy/dav/" 2>/dev/null
  "$program" mount --domain "$domain" "$place/mount" 2>/dev/null
  top=$place/mount/$domain
  mkdir "$top"
  "$program" sync --wait --domain "$domain" >/dev/null
  measure mkdir 4 "$delay" folders
  measure create 2 "$delay" files
  measure rename 4 "$delay" names
  # The clock itself is meant: Apache names a version for good when a second has passed.
  sleep 2
  measure edit 2 "$delay" edits
  "$program" unmount "$place/mount" >/dev/null
done
