// Calls of Linux that Swift's Glibc module leaves out: they are behind _GNU_SOURCE, or in headers it does not have.
// The module is built without _GNU_SOURCE whatever is defined here, so each one is declared by hand as its manual page has it.

#ifndef C_LINUX_SHIM_H
#define C_LINUX_SHIM_H

#include <malloc.h>
#include <stddef.h>
#include <linux/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// copy_file_range(2): copies in the kernel, by sharing where the disk can.
ssize_t copy_file_range(int in, off_t *in_offset, int out, off_t *out_offset, size_t length, unsigned int flags);

// fallocate(2): takes room on the disk, or gives it back. FALLOC_FL_KEEP_SIZE is 1: also behind the end of the file.
int fallocate(int descriptor, int mode, off_t offset, off_t length);

// renameat2(2): renames, and can refuse to replace what is there.
int renameat2(int old_directory, const char *old_path, int new_directory, const char *new_path, unsigned int flags);

// syncfs(2): puts everything of one file system on its disk.
int syncfs(int descriptor);

// sync_file_range(2): has the disk begin to write a part of a file.
int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);

// statx(2): what stat(2) tells, and the number of the mount.
int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status);

// ioprio_set(2): the calling thread uses the disk when nobody else does. There is no function for it in the C library.
static inline long ioprio_set_idle(void) { return syscall(SYS_ioprio_set, 1, 0, 3 << 13); }

// listxattr(2), getxattr(2), setxattr(2): in <sys/xattr.h>.
ssize_t flistxattr(int descriptor, char *list, size_t size);
ssize_t llistxattr(const char *path, char *list, size_t size);
ssize_t fgetxattr(int descriptor, const char *name, void *value, size_t size);
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size);
int fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags);
int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags);

// memfd_create(2): a file in memory, without a name.
int memfd_create(const char *name, unsigned int flags);

// unix(7): what SO_PEERCRED tells, which <sys/socket.h> calls struct ucred.
struct peer_credentials { pid_t process; uid_t user; gid_t group; };

// accept4(2): accepts a connection with flags from the beginning. Whose it is nobody asks here: the address is null.
int accept4(int socket, void *address, void *length, int flags);

// eventfd(2): a descriptor that becomes readable when something is written to it.
int eventfd(unsigned int count, int flags);

// signalfd(2): a descriptor from which blocked signals are read. The set is a sigset_t; see posix_spawn(3) below for why it is not called so.
int signalfd(int descriptor, const void *signals, int flags);

// pipe2(2): a pipe whose ends have flags from the beginning.
int pipe2(int ends[2], int flags);

// posix_spawn(3), glibc 2.34: closes every descriptor from this one on.
// Its first argument is a posix_spawn_file_actions_t: <spawn.h> here would make signal sets this module's, and not the C library's.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

// setfsuid(2), setfsgid(2): as whom the calling thread uses files. They return what was so before; -1 only asks.
int setfsuid(uid_t user);
int setfsgid(gid_t group);

// setgroups(2) for the calling thread alone: the C library's function changes all threads.
static inline long set_thread_groups(size_t count, const gid_t *groups) { return syscall(SYS_setgroups, count, groups); }

// prctl(2), PR_GET_SECUREBITS: how this process differs from capabilities(7); 0 as a rule.
static inline long secure_bits(void) { return syscall(SYS_prctl, 27, 0, 0, 0, 0); }

// prctl(2), PR_CAP_AMBIENT_CLEAR_ALL: capabilities that a program keeps through execve(2).
static inline long clear_ambient_capabilities(void) { return syscall(SYS_prctl, 47, 4, 0, 0, 0); }

// keyctl(2), KEYCTL_JOIN_SESSION_KEYRING: a new session keyring without a name, instead of the one that was inherited.
static inline long leave_session_keyring(void) { return syscall(SYS_keyctl, 1, 0, 0, 0, 0); }

// close_range(2), CLOSE_RANGE_CLOEXEC (Linux 5.11): execve(2) closes every descriptor from this one on.
static inline long close_from_on_exec(unsigned int first) { return syscall(SYS_close_range, first, ~0U, 4); }

// pidfd_open(2), pidfd_send_signal(2): a process that cannot be mistaken for another one with its number.
static inline int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline long signal_process(int descriptor, int number) { return syscall(SYS_pidfd_send_signal, descriptor, number, 0, 0); }

// pthread_setname_np(3): at most 15 bytes.
int pthread_setname_np(unsigned long thread, const char *name);

#endif
