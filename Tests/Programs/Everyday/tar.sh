#!/bin/bash
# tar of a source tree there and back, bit for bit. FILES: how many (5 000 by default).
. "$(dirname "$0")/common.sh"
need tar python3
pack() { tar --sort=name --format=pax --pax-option=exthdr.name=%d/%f,delete=atime,delete=ctime -C "$1" -cf "$2" .; }
again() { pack there "$outside/again.tar" && cmp "$outside/source.tar" "$outside/again.tar"; }
sparse() {
  truncate -s 50M sparse && printf x | dd of=sparse bs=1 seek=20000000 conv=notrunc status=none && tar -Scf "$outside/sparse.tar" sparse &&
    [ "$(stat -c %s "$outside/sparse.tar")" -lt 1000000 ] && mkdir back && tar -C back -xf "$outside/sparse.tar" && cmp sparse back/sparse
}
try "a tree outside" source_tree "$outside/source" "${FILES:-5000}"
try "pack outside" pack "$outside/source" "$outside/source.tar"
try "unpack there" bash -c "mkdir there && tar -C there -xpf '$outside/source.tar'"
try "the same" same "$outside/source" there
try "packed again, bit for bit" again
try "a sparse file stays sparse" sparse
try "remove all" rm -r there
