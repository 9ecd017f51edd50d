#include "treeshape.h"

#include <stdlib.h>
#include <string.h>

// Inode numbers. Directory d of /tree is DIRECTORY + d, file n of /tree is TREE_FILE + n, of /flat FLAT_FILE + n.
enum { DATA = 2, FLAT = 3 };
#define DIRECTORY (1ull << 40)
#define TREE_FILE (1ull << 41)
#define FLAT_FILE (1ull << 42)
#define FAN_OUT 3

// Files a directory, by its number modulo 16, and how many there are before it. They add up to PERIOD_FILES.
enum { PERIOD = 16, PERIOD_FILES = 200 };
static const uint8_t files_before[PERIOD + 1] = {0,   8,   11,  23,  23,  48,  54,  63, 64,
                                                 112, 117, 134, 136, 146, 179, 186, 200};

static const char *const file_stems[16] = {"report", "notes", "img",   "scan",   "draft",     "main", "index",   "util",
                                           "test",   "data",  "photo", "Résumé", "übersicht", "写真", "my file", "track"};
static const char *const extensions[16] = {".txt",  ".md",   ".jpg",  ".png", ".pdf", ".c",  ".h",      ".swift",
                                           ".json", ".html", ".docx", ".log", ".mp3", ".py", ".tar.gz", ""};
static const char *const directory_stems[8] = {"src", "docs", "Projects", "2023", "Fotos", "Übung", "client A", "misc"};

// Steele, Lea and Flood's SplitMix64: spreads consecutive numbers evenly.
static uint64_t mix(uint64_t n) {
  n += 0x9e3779b97f4a7c15ull;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9ull;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebull;
  return n ^ (n >> 31);
}

static uint64_t minimum(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The number of the first file of directory d, as if the tree went on for ever.
static uint64_t first_file(uint64_t d) { return d / PERIOD * PERIOD_FILES + files_before[d % PERIOD]; }

static char *append_number(char *end, uint64_t n) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + n % 10);
  while (n /= 10);
  while (count) *end++ = digits[--count];
  *end = 0;
  return end;
}

static void file_name(uint64_t n, char name[TREE_NAME_BYTES]) {
  uint64_t h = mix(n);
  char *end = stpcpy(name, file_stems[h & 15]);
  *end++ = '-';
  stpcpy(append_number(end, n), extensions[(h >> 4) & 15]);
}

static void directory_name(uint64_t d, char name[TREE_NAME_BYTES]) {
  char *end = stpcpy(name, directory_stems[mix(d) & 7]);
  *end++ = '-';
  append_number(end, d);
}

static int is_directory(tree_node node) {
  return node == TREE_ROOT || node == FLAT || (node >= DIRECTORY && node < TREE_FILE);
}

static uint64_t file_number(tree_node node) { return node & (TREE_FILE - 1); }

struct tree_shape tree_shape_make(uint64_t items, uint64_t flat, uint64_t data) {
  struct tree_shape shape = {.items = items, .flat = flat, .data = data};
  if (items == 0) return shape;
  // As few directories as hold all the files; the last ones may be cut short.
  uint64_t d = items * PERIOD / (PERIOD + PERIOD_FILES);
  d = d > PERIOD ? d - PERIOD : 1;
  while (d + first_file(d) < items) d++;
  shape.directories = minimum(d, items);
  shape.files = items - shape.directories;
  return shape;
}

tree_node tree_child(const struct tree_shape *shape, tree_node directory, uint64_t position,
                     char name[TREE_NAME_BYTES]) {
  if (directory == TREE_ROOT) {
    const struct { int present; tree_node node; const char *name; } top[3] = {
        {shape->items > 0, DIRECTORY, "tree"}, {shape->flat > 0, FLAT, "flat"}, {shape->data > 0, DATA, "data"}};
    for (int i = 0; i < 3; i++) {
      if (!top[i].present || position--) continue;
      strcpy(name, top[i].name);
      return top[i].node;
    }
    return 0;
  }
  if (directory == FLAT) {
    if (position >= shape->flat) return 0;
    file_name(position, name);
    return FLAT_FILE + position;
  }
  uint64_t d = directory - DIRECTORY;
  uint64_t sub = minimum(FAN_OUT * d + 1, shape->directories);
  uint64_t subs = minimum(sub + FAN_OUT, shape->directories) - sub;
  if (position < subs) {
    directory_name(sub + position, name);
    return DIRECTORY + sub + position;
  }
  uint64_t file = first_file(d) + position - subs;
  if (file >= first_file(d + 1) || file >= shape->files) return 0;
  file_name(file, name);
  return TREE_FILE + file;
}

tree_node tree_find(const struct tree_shape *shape, tree_node directory, const char *name) {
  char real[TREE_NAME_BYTES];
  tree_node child;
  if (directory == TREE_ROOT) {
    for (uint64_t i = 0; (child = tree_child(shape, directory, i, real)); i++)
      if (!strcmp(real, name)) return child;
    return 0;
  }
  // The number in a name says where it would be; whether it is that name is for `tree_child` to say.
  const char *dash = strchr(name, '-');
  if (!dash) return 0;
  uint64_t n = strtoull(dash + 1, 0, 10), d = directory - DIRECTORY, subs = 0;
  if (directory == FLAT) return (child = tree_child(shape, directory, n, real)) && !strcmp(real, name) ? child : 0;
  uint64_t sub = minimum(FAN_OUT * d + 1, shape->directories);
  subs = minimum(sub + FAN_OUT, shape->directories) - sub;
  if (n >= sub && n < sub + subs) {
    directory_name(n, real);
    if (!strcmp(real, name)) return DIRECTORY + n;
  }
  if (n < first_file(d) || n >= first_file(d + 1) || n >= shape->files) return 0;
  file_name(n, real);
  return strcmp(real, name) ? 0 : TREE_FILE + n;
}

mode_t tree_kind(tree_node node) {
  if (is_directory(node)) return S_IFDIR;
  return node != DATA && mix(file_number(node)) % 100 == 7 ? S_IFLNK : S_IFREG;
}

void tree_attributes(const struct tree_shape *shape, tree_node node, struct stat *attributes) {
  mode_t kind = tree_kind(node);
  uint64_t h = mix(~node);
  memset(attributes, 0, sizeof *attributes);
  attributes->st_ino = node;
  attributes->st_nlink = kind == S_IFDIR ? 2 : 1;
  attributes->st_mode = kind | (kind == S_IFDIR ? 0755 : kind == S_IFLNK ? 0777 : h % 5 ? 0644 : h % 2 ? 0600 : 0755);
  attributes->st_blksize = 4096;
  attributes->st_mtime = attributes->st_ctime = attributes->st_atime = (time_t)(1600000000 + h % 100000000);
  if (node == DATA) attributes->st_size = (off_t)shape->data;
  if (kind == S_IFLNK) {
    char target[TREE_NAME_BYTES];
    tree_link_target(node, target);
    attributes->st_size = (off_t)strlen(target);
  }
  attributes->st_blocks = (attributes->st_size + 511) / 512;
}

void tree_link_target(tree_node link, char target[TREE_NAME_BYTES]) {
  append_number(stpcpy(target, "../target-"), file_number(link));
}
