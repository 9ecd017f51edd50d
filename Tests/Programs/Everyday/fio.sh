#!/bin/bash
# fio writes and verifies: random, sequential, through mappings, direct, with trims of the size. SIZE: of a file (64m by default).
. "$(dirname "$0")/common.sh"
need fio
size=${SIZE:-64m}
job() { local job=$1; shift; timeout 300 fio --name="$job" --directory="$work" --size="$size" --verify=crc32c --do_verify=1 --verify_fatal=1 --output="$outside/fio" "$@" || { cat "$outside/fio"; false; }; }
try "random writes" job random --rw=randwrite --bs=4k --ioengine=psync
try "random writes of odd sizes" job odd --rw=randwrite --bsrange=512-65536 --bs_unaligned=0 --ioengine=psync
try "random writes with fsync" job synced --rw=randwrite --bs=4k --ioengine=psync --fsync=64 --size=8m
try "sequential writes" job sequential --rw=write --bs=256k --ioengine=psync
try "mapped" job mapped --rw=randwrite --bs=4k --ioengine=mmap
try "four jobs at once" job several --rw=randwrite --bs=8k --ioengine=psync --numjobs=4 --size=16m
try "asynchronous" job asynchronous --rw=randwrite --bs=4k --ioengine=libaio --iodepth=16
if : | dd of="$work/direct" oflag=direct bs=4096 count=0 2> /dev/null; then
  try "direct" job direct --rw=randwrite --bs=4k --ioengine=psync --direct=1
  try "direct, asynchronous" job direct-asynchronous --rw=randwrite --bs=4k --ioengine=libaio --iodepth=16 --direct=1
else skip direct "O_DIRECT is refused"; fi
try "mixed reading and writing" job mixed --rw=randrw --bs=4k --ioengine=psync
