import FileProviderInterface
import FileProviderStore
import Foundation

// Calls that download contents. They may take longer the more there is to download, and end when nobody waits any more.
extension ProviderCalls {
  /// The least that the ends of a part are aligned to, in bytes.
  static let alignment: Int64 = 4096

  /// Whether the provider can send a part of a document.
  var fetchesByRange: Bool { box.provider is any NSFileProviderPartialContentFetching }

  /// Asks for the contents of a document.
  ///
  /// - Throws: The provider's error; `timedOut` when there was no progress for too long; `withdrawn`; `stopped`.
  func contents(
    of identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest, _ load: ContentLoad = .unseen()
  ) throws -> ProvidedContents {
    try fetch("fetchContents", CallWatch.Subject(identifier: identifier.rawValue), load) { answer in
      box.provider.fetchContents(for: identifier, version: nil, request: request) { url, item, error in
        answer(Self.result(url.map { ProvidedContents(url: $0, item: item.flatMap(border.item)) }, error))
      }
    }
  }

  /// Whether the provider can update an older copy of a document.
  var fetchesIncrementally: Bool { box.provider is any NSFileProviderIncrementalContentFetching }

  /// Asks for the contents of a document, given those of an earlier version.
  ///
  /// - Parameters:
  ///   - existing: A copy of theirs, which the provider may do with as it likes.
  ///   - version: What the provider reported of them.
  /// - Throws: As `contents`.
  func contents(
    of identifier: NSFileProviderItemIdentifier, from existing: URL, _ version: NSFileProviderItemVersion,
    request: NSFileProviderRequest, _ load: ContentLoad
  ) throws -> ProvidedContents {
    guard let provider = box.provider as? any NSFileProviderIncrementalContentFetching else {
      throw ReplicaError.broken("incremental fetching is not implemented")
    }
    return try fetch("fetchContents", CallWatch.Subject(identifier: identifier.rawValue), load) { answer in
      provider.fetchContents(
        for: identifier, version: nil, usingExistingContentsAt: existing, existingVersion: version, request: request
      ) { url, item, error in
        answer(Self.result(url.map { ProvidedContents(url: $0, item: item.flatMap(border.item)) }, error))
      }
    }
  }

  /// Asks for a part of a document.
  ///
  /// - Parameters:
  ///   - version: The only one that will do.
  ///   - range: The bytes that are waited for, not empty.
  /// - Throws: As `contents`.
  func part(
    of identifier: NSFileProviderItemIdentifier, version: NSFileProviderItemVersion, range: Range<Int64>,
    request: NSFileProviderRequest, _ load: ContentLoad
  ) throws -> ProvidedPart {
    guard let provider = box.provider as? any NSFileProviderPartialContentFetching else {
      throw ReplicaError.broken("partial fetching is not implemented")
    }
    let minimal = NSRange(location: Int(range.lowerBound), length: range.count)
    let subject = CallWatch.Subject(identifier: identifier.rawValue, range: range)
    return try fetch("fetchPartialContents", subject, load) { answer in
      provider.fetchPartialContents(
        for: identifier, version: version, request: request, minimalRange: minimal, aligningTo: Int(Self.alignment),
        options: .strictVersioning
      ) { url, item, range, _, error in
        answer(Self.result(url.map { ProvidedPart(url: $0, item: item.flatMap(border.item), range: range) }, error))
      }
    }
  }

  private static func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    if let error { return .failure(error) }
    return value.map { .success($0) } ?? .failure(ReplicaError.broken("neither contents nor an error"))
  }

  /// Makes a call, and waits for what it downloads.
  ///
  /// - Parameters:
  ///   - name: The call's name.
  ///   - call: Makes it, and passes on what the provider answers.
  private func fetch<Value: DownloadedFile>(
    _ name: String, _ subject: CallWatch.Subject, _ load: ContentLoad,
    _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Progress
  ) throws -> Value {
    let pending = PendingAnswer<Value>()
    return try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
      let number = try watch.begin(subject, size: load.size, load.interest) {
        pending.answer(.failure(ReplicaError.timedOut))
      }
      let progress = ProgressBox(
        call { answer in
          let isTaken = deliver(answer, to: pending, number, name, of: subject.identifier)
          if !isTaken, case .success(let downloaded) = answer { downloaded.discard() }
        })
      watch.note(progress, of: number)
      do {
        return try load.downloads.during(load.document, size: load.size, progress) {
          try load.interest.during(cancel: { pending.answer(.failure(ReplicaError.withdrawn)) }) {
            try wait(forWatched: pending)
          }
        }
      } catch {
        if load.interest.isGone, !inFlight.isStopped {
          watch.withdraw(number)
        } else if watch.end(number) != nil {
          progress.cancel()
        }
        // Nobody may have begun to wait: what has come by now is removed, and so is what comes later.
        if case .success(let downloaded)? = pending.close() { downloaded.discard() }
        throw error
      }
    }
  }
}

/// What contents are fetched for.
struct ContentLoad: Sendable {
  let document: ItemID
  /// How much is to come, in bytes.
  let size: Int64
  let interest: LoadInterest
  let downloads: Downloads

  /// A load for which nobody waits, and which is not shown.
  static func unseen(size: Int64? = nil) -> ContentLoad {
    ContentLoad(document: .none, size: size ?? 0, interest: LoadInterest(), downloads: Downloads())
  }
}
