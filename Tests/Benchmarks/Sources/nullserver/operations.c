#include <errno.h>
#include <string.h>

#include "nullserver.h"

// One thread reads and answers, so one buffer does for all listings and one for all contents.
static char listing[1 << 20];
static char zeros[1 << 20];

static void fill_entry(struct fuse_entry_param *entry, tree_node node) {
  memset(entry, 0, sizeof *entry);
  entry->ino = node;
  entry->attr_timeout = entry->entry_timeout = configuration.timeout;
  if (node) tree_attributes(&configuration.shape, node, &entry->attr);
}

static void init(void *context, struct fuse_conn_info *connection) {
  (void)context;
  unsigned both = FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO;
  connection->want &= ~both;
  if (configuration.plus) connection->want |= connection->capable & FUSE_CAP_READDIRPLUS;
  if (configuration.plus == 2) connection->want |= connection->capable & FUSE_CAP_READDIRPLUS_AUTO;
}

static void lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
  struct fuse_entry_param entry;
  tree_node node = tree_find(&configuration.shape, parent, name);
  if (!node && configuration.timeout == 0) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  fill_entry(&entry, node);
  fuse_reply_entry(request, &entry);
}

static void forget(fuse_req_t request, fuse_ino_t node, uint64_t lookups) {
  (void)node, (void)lookups;
  fuse_reply_none(request);
}

static void forget_multi(fuse_req_t request, size_t count, struct fuse_forget_data *forgets) {
  (void)count, (void)forgets;
  fuse_reply_none(request);
}

static void getattr(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
  (void)file;
  struct stat attributes;
  tree_attributes(&configuration.shape, node, &attributes);
  fuse_reply_attr(request, &attributes, configuration.timeout);
}

static void readlink_(fuse_req_t request, fuse_ino_t node) {
  char target[TREE_NAME_BYTES];
  tree_link_target(node, target);
  fuse_reply_readlink(request, target);
}

static void opendir_(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
  (void)node;
  file->cache_readdir = file->keep_cache = configuration.cache != 0;
  fuse_reply_open(request, file);
}

// Fills the buffer; an entry that does not fit is left for the next request.
static void list(fuse_req_t request, fuse_ino_t directory, size_t size, off_t offset, int plus) {
  char name[TREE_NAME_BYTES];
  size_t used = 0;
  tree_node child;
  if (size > sizeof listing) size = sizeof listing;
  for (; (child = tree_child(&configuration.shape, directory, (uint64_t)offset, name)); offset++) {
    struct fuse_entry_param entry;
    size_t length;
    if (plus) {
      fill_entry(&entry, child);
      length = fuse_add_direntry_plus(request, listing + used, size - used, name, &entry, offset + 1);
    } else {
      struct stat attributes = {.st_ino = child, .st_mode = tree_kind(child)};
      length = fuse_add_direntry(request, listing + used, size - used, name, &attributes, offset + 1);
    }
    if (length > size - used) break;
    used += length;
  }
  fuse_reply_buf(request, listing, used);
}

static void readdir_(fuse_req_t request, fuse_ino_t node, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)file;
  list(request, node, size, offset, 0);
}

static void readdirplus(fuse_req_t request, fuse_ino_t node, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)file;
  list(request, node, size, offset, 1);
}

static void open_(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
  (void)node;
  file->keep_cache = configuration.cache != 0;
  file->noflush = 1;
  fuse_reply_open(request, file);
}

static void close_(fuse_req_t request, fuse_ino_t node, struct fuse_file_info *file) {
  (void)node, (void)file;
  fuse_reply_err(request, 0);
}

static void read_(fuse_req_t request, fuse_ino_t node, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)file;
  struct stat attributes;
  tree_attributes(&configuration.shape, node, &attributes);
  off_t left = attributes.st_size - offset;
  if (left < (off_t)size) size = left < 0 ? 0 : (size_t)left;
  fuse_reply_buf(request, zeros, size < sizeof zeros ? size : sizeof zeros);
}

const struct fuse_lowlevel_ops operations = {
    .init = init,
    .lookup = lookup,
    .forget = forget,
    .forget_multi = forget_multi,
    .getattr = getattr,
    .readlink = readlink_,
    .opendir = opendir_,
    .readdir = readdir_,
    .readdirplus = readdirplus,
    .releasedir = close_,
    .open = open_,
    .read = read_,
    .release = close_,
};
