import CLinux

package enum FreeMemory {
  /// Gives the system all memory back that the process has freed: glibc keeps what lies between pieces in use (malloc_trim(3)). Takes milliseconds.
  package static func giveBack() { malloc_trim(0) }
}
