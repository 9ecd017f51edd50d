import CLinux

/// What the process has of `malloc`.
package enum Heap {
  /// Keeps the heap as small as its contents, in a long-lived process. To be called before there are many threads.
  ///
  /// By itself glibc raises the size from which on pieces are mapped apart with each large one that is freed, up to 32 MiB, and gives each thread a part
  /// of the heap, up to eight for each processor. Large pieces then come to lie between small ones, in many places, and what is free between them cannot
  /// be given back: a mount that had 8.7 MB in use kept 8.7 MB more after 60 000 changes. See `M_MMAP_THRESHOLD` and `M_ARENA_MAX` in mallopt(3).
  package static func prepareForLongLife() {
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_ARENA_MAX, 4)
  }

  /// Gives the system all memory back that the process has freed: glibc keeps what lies between pieces in use (malloc_trim(3)). Takes milliseconds.
  package static func trim() { malloc_trim(0) }
}
