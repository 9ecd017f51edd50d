import FileProviderInterface
import Synchronization

/// A provider that costs next to nothing: its tree is arithmetic, and it keeps only what was changed. Items are numbers; one in
/// `filesInFolder + 1` is a folder at the top, and has those that follow.
final class InstantProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  struct Change: Sendable {
    var name: String?
    var size = 0
    var contentVersion = 1
    var metadataVersion = 1
  }

  /// When the provider was told, in nanoseconds of the monotonic clock.
  struct Telling: Sendable {
    var count = 0
    var first: UInt64 = 0
    var last: UInt64 = 0

    /// How many a second, from the first call to the last answer.
    var rate: Double { last > first ? Double(count) * 1e9 / Double(last - first) : 0 }
  }

  struct State: Sendable {
    var changes: [Int: Change] = [:]
    /// The numbers of what was changed here, in order; an anchor is how many of them are known.
    var history: [Int] = []
    /// All that have smaller numbers are gone.
    var firstHere = 0
    var telling = Telling()
  }

  let count: Int
  let filesInFolder: Int
  /// How long a change takes, in seconds.
  let latency: TimeInterval
  /// Whether every change is answered with that there is no way to the server.
  let isUnreachable: Bool
  /// Whether it says of each item whose it is, and a fact of its own.
  let tellsFacts: Bool
  let state = Mutex(State())

  init(
    count: Int, filesInFolder: Int, latency: TimeInterval = 0, isUnreachable: Bool = false, tellsFacts: Bool = false
  ) {
    (self.count, self.filesInFolder, self.tellsFacts) = (count, filesInFolder, tellsFacts)
    (self.latency, self.isUnreachable) = (latency, isUnreachable)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) { self.init(count: 0, filesInFolder: 1) }

  func invalidate() {}

  func item(_ number: Int) -> InstantItem {
    let place = number % (filesInFolder + 1)
    let change = state.withLock { $0.changes[number] } ?? Change()
    return InstantItem(number, parent: place == 0 ? nil : number - place, change, hasFacts: tellsFacts)
  }

  /// The number that an identifier stands for.
  func number(_ identifier: NSFileProviderItemIdentifier) -> Int? {
    Int(identifier.rawValue).flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  /// Renames an item on this side.
  func rename(_ number: Int, to name: String) {
    state.withLock { state in
      state.changes[number, default: Change()].name = name
      state.changes[number, default: Change()].metadataVersion += 1
      state.history.append(number)
    }
  }

  /// Deletes the first items on this side.
  ///
  /// - Parameters:
  ///   - firstHere: The number of a folder: all before it go.
  ///   - tellsFolders: Whether only the folders are told, which what is in them goes with.
  func delete(before firstHere: Int, tellsFolders: Bool) {
    state.withLock { state in
      state.history += stride(from: state.firstHere, to: firstHere, by: tellsFolders ? filesInFolder + 1 : 1)
      state.firstHere = firstHere
    }
  }

  func enumerator(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    let step = filesInFolder + 1
    switch container {
    case .workingSet: return InstantEnumerator(self, 0..<0)
    case .rootContainer: return InstantEnumerator(self, 0..<count, by: step)
    default:
      guard let number = number(container) else { throw NSFileProviderError(.noSuchItem) }
      return InstantEnumerator(self, number + 1..<max(number + 1, min(number + step, count)))
    }
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    if let number = number(identifier) {
      completionHandler(self.item(number), nil)
    } else {
      completionHandler(nil, NSFileProviderError(.noSuchItem))
    }
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, nil, NSFileProviderError(.serverUnreachable))
    return Progress()
  }
}
