// nullserver: the least a FUSE server can do.
//
// It shows the tree of `treeshape.h` without a store, a lock or an allocation for an item, read by one thread. Mounted
// with the options of a server under test, its figures are what any server could reach on the machine at that moment.
//
//   nullserver [-f] [-o OPTION,...] MOUNTPOINT
//
//   items=N flat=N data=BYTES   the tree; 100000 items and nothing else by default
//   timeout=SECONDS             of entries, attributes and absent names; a billion by default, 0: every question is asked
//   plus=0|1|2                  readdirplus never, always (default), or as the kernel likes
//   cache=0|1                   keep directories and pages in the kernel (default 1)
//
// Everything else after -o goes to libfuse. Without -f it returns once it is mounted and serves from the background.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "nullserver.h"

struct configuration configuration = {.timeout = 1e9, .plus = 1, .cache = 1};

struct arguments {
  unsigned long long items, flat, data;
};

static const struct fuse_opt shape_options[] = {{"items=%llu", offsetof(struct arguments, items), 0},
                                                {"flat=%llu", offsetof(struct arguments, flat), 0},
                                                {"data=%llu", offsetof(struct arguments, data), 0},
                                                FUSE_OPT_END};

static const struct fuse_opt server_options[] = {{"timeout=%lf", offsetof(struct configuration, timeout), 0},
                                                 {"plus=%u", offsetof(struct configuration, plus), 0},
                                                 {"cache=%u", offsetof(struct configuration, cache), 0},
                                                 FUSE_OPT_END};

static int serve(struct fuse_args *args, const struct fuse_cmdline_opts *line) {
  struct fuse_session *session = fuse_session_new(args, &operations, sizeof operations, NULL);
  if (!session) return 1;
  int status = 1;
  if (fuse_set_signal_handlers(session) == 0) {
    if (fuse_session_mount(session, line->mountpoint) == 0) {
      if (fuse_daemonize(line->foreground) == 0) status = fuse_session_loop(session) < 0;
      fuse_session_unmount(session);
    }
    fuse_remove_signal_handlers(session);
  }
  fuse_session_destroy(session);
  return status;
}

int main(int count, char **words) {
  struct fuse_args args = FUSE_ARGS_INIT(count, words);
  struct fuse_cmdline_opts line;
  struct arguments shape = {.items = 100000};
  if (fuse_parse_cmdline(&args, &line) || fuse_opt_parse(&args, &shape, shape_options, NULL) ||
      fuse_opt_parse(&args, &configuration, server_options, NULL) || !line.mountpoint) {
    fprintf(stderr, "usage: nullserver [-f] [-o items=N,flat=N,data=BYTES,timeout=S,plus=N,cache=N] MOUNTPOINT\n");
    return 64;
  }
  configuration.shape = tree_shape_make(shape.items, shape.flat, shape.data);
  int status = serve(&args, &line);
  free(line.mountpoint);
  fuse_opt_free_args(&args);
  return status;
}
