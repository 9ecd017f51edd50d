import FileProviderStore
import LinuxSystem

/// Which folders are listed because their items have got other identifiers, and when it is tried again where that failed.
struct Relistings {
  private struct State {
    var isRunning = true
    var failures = 0
    var due = Deadline.never
  }

  private var folders: [ItemID: State] = [:]

  var isEmpty: Bool { folders.isEmpty }

  /// When the next folder is due that could not be listed.
  var due: Deadline { folders.values.filter { !$0.isRunning }.map(\.due).min() ?? .never }

  /// Whether a folder is to be listed now; if so, it counts as begun.
  mutating func begin(_ folder: ItemID) -> Bool {
    var state = folders[folder] ?? State()
    if folders[folder] != nil {
      guard !state.isRunning, state.due.hasPassed else { return false }
    }
    state.isRunning = true
    folders[folder] = state
    return true
  }

  /// Forgets the folders that need not be listed any more: somebody else has listed them, or they are gone.
  mutating func forget(but folders: [ItemID]) {
    for (folder, state) in self.folders where !state.isRunning && !folders.contains(folder) {
      self.folders[folder] = nil
    }
  }

  /// How often in a row a folder could not be listed.
  func failures(of folder: ItemID) -> Int { folders[folder]?.failures ?? 0 }

  /// - Parameter pause: When to try again; `nil` where it was listed.
  mutating func end(_ folder: ItemID, pause: Duration?) {
    guard let pause else {
      folders[folder] = nil
      return
    }
    folders[folder]?.isRunning = false
    folders[folder]?.failures += 1
    folders[folder]?.due = .after(pause)
  }
}
