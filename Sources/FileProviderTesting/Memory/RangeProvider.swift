public import FileProviderInterface
import Foundation
import Synchronization

/// A ``MemoryProvider`` that can send a part of a document, and does so wrongly on request.
public final class RangeProvider: NSObject, ForwardingProvider, NSFileProviderPartialContentFetching, Sendable {
  /// How a part comes.
  public enum Behaviour: Sendable, Hashable {
    /// As it was asked for, aligned.
    case exact
    /// The whole document.
    case whole
    /// So many bytes of what was asked for, wherever they end.
    case few(Int)
    /// Of another version than was asked for.
    case otherVersion
    /// `versionNoLongerAvailable`.
    case versionIsGone
    /// Neither a file nor an error.
    case nothing
    /// A range that was not asked for.
    case elsewhere
    /// A file that ends before the range that it is said to have.
    case shortFile
    /// Numbers that are no range.
    case noRange
    /// Not at all.
    case never
  }

  private struct State {
    var behaviour = Behaviour.exact
    var asked: [Range<Int>] = []
    var cancelled = 0
  }

  /// What it has, and what it does with everything but parts.
  public let base: MemoryProvider
  private let state = Mutex(State())

  /// A provider of a tree.
  public init(domain: NSFileProviderDomain, tree: MemoryTree) {
    base = MemoryProvider(domain: domain, tree: tree)
    super.init()
  }

  public convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  /// The parts that were asked for, in bytes.
  public var asked: [Range<Int>] { state.withLock { $0.asked } }
  /// How many calls were cancelled.
  public var cancelled: Int { state.withLock { $0.cancelled } }
  public func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  public func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress {
    let behaviour = state.withLock { state in
      state.asked.append(requestedRange.location..<requestedRange.location + requestedRange.length)
      return state.behaviour
    }
    let progress = Progress(totalUnitCount: Int64(requestedRange.length))
    progress.cancellationHandler = { [self] in state.withLock { $0.cancelled += 1 } }
    guard var item = base.tree[itemIdentifier.rawValue], item.kind == .file else {
      completionHandler(
        nil, nil, NSRange(), [], NSError.fileProviderErrorForNonExistentItem(withIdentifier: itemIdentifier))
      return progress
    }
    let isOther = Data(String(item.contentVersion).utf8) != requestedVersion.contentVersion
    var range = aligned(requestedRange, to: alignment, size: item.contents.count)
    switch behaviour {
    case .exact: break
    case .whole: range = NSRange(location: 0, length: item.contents.count)
    case .few(let count): range = NSRange(location: requestedRange.location, length: min(count, requestedRange.length))
    case .otherVersion: item.contentVersion += 1
    case .nothing:
      completionHandler(nil, nil, NSRange(), [], nil)
      return progress
    case .elsewhere: range = NSRange(location: requestedRange.location + requestedRange.length, length: 4096)
    case .shortFile:
      item.announcedSize = item.announcedSize ?? Double(item.contents.count)
      item.contents = item.contents.prefix(range.location + 1)
    case .noRange: range = NSRange(location: -1, length: Int.max)
    case .never: return progress
    case .versionIsGone: break
    }
    if behaviour == .versionIsGone || isOther && options.contains(.strictVersioning) && behaviour != .otherVersion {
      completionHandler(nil, nil, NSRange(), [], NSFileProviderError(.versionNoLongerAvailable))
      return progress
    }
    deliver(item, range, completionHandler)
    return progress
  }

  private func aligned(_ range: NSRange, to alignment: Int, size: Int) -> NSRange {
    let start = range.location / alignment * alignment
    let end = min(size, (range.location + range.length + alignment - 1) / alignment * alignment)
    return NSRange(location: start, length: max(0, end - start))
  }

  private func deliver(
    _ item: MemoryItem, _ range: NSRange,
    _ completionHandler: (URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?)
      -> Void
  ) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    do {
      try Data().write(to: url)
      let file = try FileHandle(forWritingTo: url)
      let start = min(max(range.location, 0), item.contents.count)
      let end = start + min(max(range.length, 0), item.contents.count - start)
      try file.seek(toOffset: UInt64(start))
      try file.write(contentsOf: item.contents.dropFirst(start).prefix(end - start))
      try file.close()
      completionHandler(url, MemoryItemObject(item), range, [], nil)
    } catch { completionHandler(nil, nil, NSRange(), [], error) }
  }
}
