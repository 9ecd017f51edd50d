import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// A provider in memory that updates older copies, and does so wrongly on request.
final class IncrementalProvider: NSObject, ForwardingProvider, NSFileProviderIncrementalContentFetching, Sendable {
  enum Behaviour: Sendable {
    /// A file of its own, which begins with what it was given.
    case appending
    /// The very file that it was given.
    case inPlace
    /// It spoils what it was given, and fails.
    case failing(NSFileProviderError.Code)
    /// Neither a file nor an error.
    case nothing
    case never
  }

  /// What it was given.
  struct Question: Sendable, Equatable {
    var contents: String
    var version: String
  }

  private struct State {
    var behaviour = Behaviour.appending
    var asked: [Question] = []
    var places: [URL] = []
  }

  let base: MemoryProvider
  private let state = Mutex(State())

  init(domain: NSFileProviderDomain, tree: MemoryTree) {
    base = MemoryProvider(domain: domain, tree: tree)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  var asked: [Question] { state.withLock { $0.asked } }
  var places: [URL] { state.withLock { $0.places } }
  func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    usingExistingContentsAt existingContents: URL, existingVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    let existing = (try? Data(contentsOf: existingContents)) ?? Data()
    let behaviour = state.withLock { state in
      let version = String(decoding: existingVersion.contentVersion, as: UTF8.self)
      state.asked.append(Question(contents: String(decoding: existing, as: UTF8.self), version: version))
      state.places.append(existingContents)
      return state.behaviour
    }
    guard let item = base.tree[itemIdentifier.rawValue] else {
      completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
      return Progress()
    }
    do {
      switch behaviour {
      case .appending:
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try (existing + item.contents.dropFirst(existing.count)).write(to: url)
        completionHandler(url, MemoryItemObject(item), nil)
      case .inPlace:
        let file = try FileHandle(forWritingTo: existingContents)
        try file.write(contentsOf: item.contents)
        try file.truncate(atOffset: UInt64(item.contents.count))
        try file.close()
        completionHandler(existingContents, MemoryItemObject(item), nil)
      case .failing(let code):
        try Data("spoilt".utf8).write(to: existingContents)
        completionHandler(nil, nil, NSFileProviderError(code))
      case .nothing: completionHandler(nil, nil, nil)
      case .never: break
      }
    } catch { completionHandler(nil, nil, error) }
    return Progress()
  }
}
