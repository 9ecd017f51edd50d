#!/bin/bash
# stress-ng's stressors of file systems, each for a bounded number of operations. STRESSORS names others; TIME: the limit for each.
. "$(dirname "$0")/common.sh"
need stress-ng
# Those of the class that work in a directory and need nothing of the file system but POSIX.
stressors=${STRESSORS:-access chattr chdir chmod chown copy-file dentry dir dirdeep dirmany dnotify dup eventfd fallocate fcntl fiemap file-ioctl filename flock fpunch fsize fstat getdent handle hdd inode-flags inotify io iomix lease link locka lockf lockofd mknod open procfs rename seal seek sendfile symlink sync-file touch truncate utime unlink verity xattr}
available=" $(stress-ng --class filesystem? 2>&1 | tr '\n' ' ') "
for each in $stressors; do
  case $each in link) skip link "there are no hard links, by design"; continue ;; esac
  case $each in procfs | dup | eventfd | seal | inode-flags | verity | fiemap | chattr | file-ioctl) continue ;; esac
  case $available in *" $each "*) ;; *) skip "$each" "this stress-ng has none"; continue ;; esac
  run() { timeout 120 stress-ng --temp-path "$work" --verify --timeout "${TIME:-5}" --"$each" 2 --oomable > "$outside/out" 2>&1; status=$?
    grep -vE 'dispatching|setting|successful run|passed|skipped: 0|untrustworthy: 0|failed: 0' "$outside/out"; [ $status = 0 ] || [ $status = 4 ]; }
  try "$each" run
done
