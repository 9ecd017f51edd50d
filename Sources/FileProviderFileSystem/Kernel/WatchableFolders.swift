import FileProviderStore
import Synchronization

/// The folders most recently reported to the kernel: programs may watch for changes there.
///
/// Setting up a watch (inotify) asks a file system for nothing but the names on the path, and not even for those that
/// the kernel has cached; and there is no notification of the end of a watch. So every folder counts that was looked up, listed,
/// made or opened, until the kernel forgets it.
///
/// The kernel reports how many of our answers it forgets. They are counted, because a folder may be reported again before we read that it has forgotten what
/// it knew of it before.
///
/// The memory is fixed, 256 KiB: a table of 2 048 rows with eight folders each, the folder used last first. In a folder
/// that falls off the end of its row nothing is replayed.
final class WatchableFolders: Sendable {
  private struct Known {
    var number: Int64 = 0
    /// How many answers the kernel has that name the folder (`nlookup`), as far as they were noted here.
    var answers: Int32 = 0
    /// Whether it was reported to a program other than the helper that replays.
    var isSeen = false
  }

  private static let ways = 8
  private static let rows = 2048

  private let table = Mutex([Known](repeating: Known(), count: ways * rows))

  /// Notes an answer that names a node to the kernel. Called for each such answer, except those to the helper that replays.
  @inline(__always) func noteReported(_ node: borrowing NodeAttributes) {
    if node.isFolder, let id = node.inode.item { note(id) }
  }

  /// - Parameter answers: How many answers name the folder to the kernel with what is noted: none when it is opened.
  @inline(__always) func note(_ id: ItemID, answers: Int32 = 1) {
    let first = Self.first(of: id)
    table.withLock { table in
      if table[first].number != id.rawValue {
        var carried = Known(number: id.rawValue)
        for index in first..<first + Self.ways {
          swap(&table[index], &carried)
          if carried.number == id.rawValue { table[first] = carried }
          if carried.number == id.rawValue || carried.number == 0 { break }
        }
      }
      table[first].answers &+= answers
      table[first].isSeen = true
    }
  }

  /// Notes an answer to the helper that replays. It watches nothing, so what only it has seen takes no other folder's place.
  func noteReplayed(_ id: ItemID) {
    let first = Self.first(of: id)
    table.withLock { table in
      let row = first..<first + Self.ways
      if let index = row.first(where: { table[$0].number == id.rawValue }) {
        table[index].answers &+= 1
      } else if let index = row.first(where: { table[$0].number == 0 }) {
        table[index] = Known(number: id.rawValue, answers: 1)
      }
    }
  }

  func contains(_ id: ItemID) -> Bool {
    if id == .root { return true }
    let first = Self.first(of: id)
    return table.withLock { table in
      (first..<first + Self.ways).contains { table[$0].number == id.rawValue && table[$0].isSeen }
    }
  }

  /// Removes a folder when the kernel has forgotten all answers about it, so that no program watches it.
  @inline(__always) func forget(_ inode: InodeNumber, answers: UInt64) {
    guard let id = inode.item else { return }
    let first = Self.first(of: id)
    table.withLock { table in
      for index in first..<first + Self.ways where table[index].number == id.rawValue {
        table[index].answers &-= Int32(truncatingIfNeeded: answers)
        guard table[index].answers <= 0 else { return }
        for later in index..<first + Self.ways - 1 { table[later] = table[later + 1] }
        table[first + Self.ways - 1] = Known()
        return
      }
    }
  }

  /// The start of a folder's row. The numbers of folders made together are close together, or regularly apart.
  private static func first(of id: ItemID) -> Int {
    Int((UInt64(bitPattern: id.rawValue) &* 0x9e37_79b9_7f4a_7c15) >> 53) * ways
  }
}
