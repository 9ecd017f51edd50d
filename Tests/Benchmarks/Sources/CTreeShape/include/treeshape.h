#ifndef TREESHAPE_H
#define TREESHAPE_H

// A tree as arithmetic: what a directory holds follows from its number alone, in either direction and in constant time.
//
// The null server answers from it without keeping anything, and the tree maker makes the same tree on disk, so that all
// contestants show the same items. The shape is that of people's folders:
//
//   /tree   `items` items, itself included: directory d holds the directories 3d+1 ... 3d+3 and 0 to 48 files (12.5 on
//           average, median 8), numbered throughout; one in a hundred is a symbolic link; some names are not ASCII
//   /flat   `flat` such files in one directory
//   /data   one file of `data` bytes
//
// What has no size is left out. Files but for `data` are empty.

#include <stdint.h>
#include <sys/stat.h>

struct tree_shape {
  uint64_t items, flat, data;
  uint64_t directories, files;  // of /tree; they add up to `items`
};

// A node is an inode number; 0 is none. The root is 1, as FUSE wants it.
typedef uint64_t tree_node;
#define TREE_ROOT 1ull

// Names and link targets end within so many bytes, the final zero included.
#define TREE_NAME_BYTES 64

struct tree_shape tree_shape_make(uint64_t items, uint64_t flat, uint64_t data);

// The child of `directory` at `position`, counting from 0, and its name; 0 past the end.
tree_node tree_child(const struct tree_shape *shape, tree_node directory, uint64_t position,
                     char name[TREE_NAME_BYTES]);

// The child of `directory` called `name`; 0 if there is none.
tree_node tree_find(const struct tree_shape *shape, tree_node directory, const char *name);

// S_IFDIR, S_IFREG or S_IFLNK.
mode_t tree_kind(tree_node node);

void tree_attributes(const struct tree_shape *shape, tree_node node, struct stat *attributes);

void tree_link_target(tree_node link, char target[TREE_NAME_BYTES]);

#endif
