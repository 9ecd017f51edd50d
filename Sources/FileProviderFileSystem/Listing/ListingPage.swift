import FileProviderStore
import Glibc

/// What a listing is delivered to: the kernel's buffer.
///
/// It is given an entry, the bytes of its name, and the offset behind it, and returns whether it had room.
package typealias ListingBuffer = (borrowing NodeAttributes, UnsafeRawBufferPointer, ListingOffset) -> Bool

/// One call of `readdir`: fills the kernel's buffer, and knows how far it got.
struct ListingPage {
  /// Behind the last entry that was delivered.
  private(set) var offset: ListingOffset
  /// How many entries were delivered.
  private(set) var count = 0
  /// Whether one found no room.
  private(set) var isFull = false
  /// Notes the attributes reported of folders; `nil` for a listing of names and numbers only.
  private let watchable: WatchableFolders?

  init(from offset: ListingOffset, noting watchable: WatchableFolders?) {
    self.offset = offset
    self.watchable = watchable
  }

  /// Delivers an entry.
  ///
  /// - Returns: Whether there was room for it.
  @inline(__always) mutating func deliver(
    _ node: borrowing NodeAttributes, _ name: UnsafeRawBufferPointer, _ next: ListingOffset, to buffer: ListingBuffer
  ) -> Bool {
    guard buffer(node, name, next) else {
      isFull = true
      return false
    }
    // Entries that did not fit were not reported, and `.` and `..` need not be forgotten by the kernel.
    if !next.isAmongDots { watchable?.noteReported(node) }
    count += 1
    offset = next
    return true
  }

  /// Delivers `.`, then `..`, where they are next.
  mutating func deliverDots(
    _ inode: InodeNumber, parent: () throws(ErrorNumber) -> InodeNumber, to buffer: ListingBuffer
  ) throws(ErrorNumber) {
    if offset.rawValue == ListingOffset.start.rawValue { deliverDot(".", inode, to: buffer) }
    if offset.rawValue == ListingOffset.start.next.rawValue, !isFull { deliverDot("..", try parent(), to: buffer) }
  }

  private mutating func deliverDot(_ name: StaticString, _ inode: InodeNumber, to buffer: ListingBuffer) {
    let bytes = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    _ = deliver(NodeAttributes(dots: inode), bytes, offset.next, to: buffer)
  }

  /// Delivers those of a directory's entries that are next.
  mutating func deliver(_ entries: [VirtualEntry], to buffer: ListingBuffer) {
    while !isFull, let index = offset.index(in: entries) {
      let (entry, next) = (entries[index], offset.next)
      _ = entry.name.withUnsafeBytes { deliver(entry.attributes, $0, next, to: buffer) }
    }
  }
}
