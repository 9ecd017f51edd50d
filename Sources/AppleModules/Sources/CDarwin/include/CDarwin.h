// What macOS has of C that Glibc does not have, or has with other parameters: the names, meanings and values are those of Apple's headers
// <sys/xattr.h>, <sys/clonefile.h>, <copyfile.h>, <stdio.h>, <fcntl.h>, <sys/sysctl.h>, <string.h>, <pthread.h> and <mach/mach_time.h>, except where a line
// says otherwise. Each function has a symbol of its own, so that none takes the place of Glibc's.
#ifndef C_DARWIN_H
#define C_DARWIN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/statfs.h>
#include <sys/types.h>
#include <time.h>

#define DARWIN_SYMBOL(name) __asm__("openfileprovider_" #name)

// Extended attributes. A name without a class of Linux's is one of the class “user”, and nothing else is listed. A position but 0 is EINVAL.
#define XATTR_NOFOLLOW 0x0001
#define XATTR_CREATE 0x0002
#define XATTR_REPLACE 0x0004
#define XATTR_MAXNAMELEN 127
#define XATTR_FINDERINFO_NAME "com.apple.FinderInfo"
#define XATTR_RESOURCEFORK_NAME "com.apple.ResourceFork"
#define ENOATTR 61  // ENODATA, which Linux gives

ssize_t getxattr(const char *path, const char *name, void *value, size_t size, uint32_t position, int options)
    DARWIN_SYMBOL(getxattr);
ssize_t fgetxattr(int descriptor, const char *name, void *value, size_t size, uint32_t position, int options)
    DARWIN_SYMBOL(fgetxattr);
int setxattr(const char *path, const char *name, const void *value, size_t size, uint32_t position, int options)
    DARWIN_SYMBOL(setxattr);
int fsetxattr(int descriptor, const char *name, const void *value, size_t size, uint32_t position, int options)
    DARWIN_SYMBOL(fsetxattr);
ssize_t listxattr(const char *path, char *names, size_t size, int options) DARWIN_SYMBOL(listxattr);
ssize_t flistxattr(int descriptor, char *names, size_t size, int options) DARWIN_SYMBOL(flistxattr);
int removexattr(const char *path, const char *name, int options) DARWIN_SYMBOL(removexattr);
int fremovexattr(int descriptor, const char *name, int options) DARWIN_SYMBOL(fremovexattr);

// A clone of a file, where the file system shares extents (Btrfs, XFS); elsewhere ENOTSUP, and EXDEV from one file system to another. Folders
// are not cloned: ENOTSUP. With CLONE_NOFOLLOW a link is made once more.
#define CLONE_NOFOLLOW 0x0001
#define CLONE_NOOWNERCOPY 0x0002
int clonefile(const char *from, const char *to, uint32_t flags) DARWIN_SYMBOL(clonefile);

// A copy of a file, or of a link that is not to be followed. What is neither is ENOTSUP, and so is COPYFILE_RECURSIVE; there are no access
// control lists. The state tells how much was copied and whether it was cloned; anything else that is asked of it is EINVAL.
typedef struct _copyfile_state *copyfile_state_t;
typedef uint32_t copyfile_flags_t;
#define COPYFILE_ACL 0x1
#define COPYFILE_STAT 0x2
#define COPYFILE_XATTR 0x4
#define COPYFILE_DATA 0x8
#define COPYFILE_SECURITY 0x3
#define COPYFILE_METADATA 0x7
#define COPYFILE_ALL 0xf
#define COPYFILE_RECURSIVE 0x8000
#define COPYFILE_EXCL 0x20000
#define COPYFILE_NOFOLLOW_SRC 0x40000
#define COPYFILE_NOFOLLOW_DST 0x80000
#define COPYFILE_NOFOLLOW 0xc0000
#define COPYFILE_MOVE 0x100000
#define COPYFILE_UNLINK 0x200000
#define COPYFILE_CLONE 0x1000000
#define COPYFILE_CLONE_FORCE 0x2000000
copyfile_state_t copyfile_state_alloc(void) DARWIN_SYMBOL(copyfile_state_alloc);
int copyfile_state_free(copyfile_state_t state) DARWIN_SYMBOL(copyfile_state_free);
#define COPYFILE_STATE_COPIED 8       // an off_t
#define COPYFILE_STATE_WAS_CLONED 10  // a bool
int copyfile_state_get(copyfile_state_t state, uint32_t flag, void *destination) DARWIN_SYMBOL(copyfile_state_get);
int copyfile(const char *from, const char *to, copyfile_state_t state, copyfile_flags_t flags) DARWIN_SYMBOL(copyfile);
int fcopyfile(int from, int to, copyfile_state_t state, copyfile_flags_t flags) DARWIN_SYMBOL(fcopyfile);

// A rename that swaps, or that replaces nothing.
#define RENAME_SWAP 0x2
#define RENAME_EXCL 0x4
int renamex_np(const char *from, const char *to, unsigned int flags) DARWIN_SYMBOL(renamex_np);
int renameatx_np(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags)
    DARWIN_SYMBOL(renameatx_np);

#define MAXPATHLEN 4096  // PATH_MAX
#define O_EVTONLY 02000000  // O_CLOEXEC: to watch a file, it has to be readable here.

// Memory that is overwritten even if nobody reads it again, or compared in a time that does not depend on it.
typedef size_t rsize_t;
typedef int errno_t;
errno_t memset_s(void *memory, rsize_t size, int value, rsize_t count) DARWIN_SYMBOL(memset_s);
int timingsafe_bcmp(const void *one, const void *other, size_t count) DARWIN_SYMBOL(timingsafe_bcmp);

// Names the calling thread; only the first 15 bytes are kept.
int pthread_setname_np(const char *name) DARWIN_SYMBOL(pthread_setname_np);

// The clock that stands still while the machine sleeps, in nanoseconds.
#define CLOCK_UPTIME_RAW CLOCK_MONOTONIC
struct mach_timebase_info {
  uint32_t numer;
  uint32_t denom;
};
typedef struct mach_timebase_info *mach_timebase_info_t;
typedef struct mach_timebase_info mach_timebase_info_data_t;
uint64_t mach_absolute_time(void) DARWIN_SYMBOL(mach_absolute_time);
int mach_timebase_info(mach_timebase_info_t info) DARWIN_SYMBOL(mach_timebase_info);
uint64_t clock_gettime_nsec_np(clockid_t clock) DARWIN_SYMBOL(clock_gettime_nsec_np);

// What the system is, for these names: kern.ostype, kern.osrelease, kern.osversion, kern.version, kern.hostname, kern.bootsessionuuid, hw.machine
// and hw.model, which are texts; hw.ncpu, hw.activecpu, hw.logicalcpu and hw.logicalcpu_max, which are an int; hw.memsize and hw.pagesize,
// which are 64 bits. Another name is ENOENT, and nothing can be set: EPERM.
int sysctlbyname(const char *name, void *old, size_t *oldSize, void *new_, size_t newSize) DARWIN_SYMBOL(sysctlbyname);

#endif
