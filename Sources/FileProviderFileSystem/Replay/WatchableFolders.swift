import FileProviderStore
import Synchronization

/// The folders that the kernel was told about most recently: programs may watch for changes there.
///
/// Setting up a watch (inotify) asks a file system for nothing but the names on the path, and not even for those that
/// the kernel has cached; and nothing tells that a watch has ended. So every folder counts that was looked up, listed,
/// made or opened, until the kernel forgets it.
///
/// The memory is fixed, 128 KiB: a table of 2 048 rows with eight numbers each, the number used last first. In a folder
/// whose number falls off the end of its row nothing is replayed.
final class WatchableFolders: Sendable {
  private static let ways = 8
  private static let rows = 2048

  private let numbers = Mutex([Int64](repeating: 0, count: ways * rows))

  @inline(__always) func note(_ id: ItemID) {
    let first = Self.first(of: id)
    numbers.withLock { numbers in
      if numbers[first] == id.rawValue { return }
      var carried = id.rawValue
      for index in first..<first + Self.ways {
        swap(&numbers[index], &carried)
        if carried == id.rawValue || carried == 0 { return }
      }
    }
  }

  func contains(_ id: ItemID) -> Bool {
    if id == .root { return true }
    let first = Self.first(of: id)
    return numbers.withLock { numbers in (first..<first + Self.ways).contains { numbers[$0] == id.rawValue } }
  }

  /// Removes a node that the kernel has forgotten, so that no program watches it.
  @inline(__always) func forget(_ inode: InodeNumber) {
    guard let id = inode.item else { return }
    let first = Self.first(of: id)
    numbers.withLock { numbers in
      for index in first..<first + Self.ways where numbers[index] == id.rawValue {
        for later in index..<first + Self.ways - 1 { numbers[later] = numbers[later + 1] }
        numbers[first + Self.ways - 1] = 0
        return
      }
    }
  }

  /// The start of a number's row. The numbers of folders made together are close together, or regularly apart.
  private static func first(of id: ItemID) -> Int {
    Int((UInt64(bitPattern: id.rawValue) &* 0x9e37_79b9_7f4a_7c15) >> 53) * ways
  }
}
