import FileProviderStore
import LinuxSystem
import Synchronization

/// Lists folders and fetches contents for all who ask for them, each on threads of its own.
final class Loader: ReplicaPart {
  let state: ReplicaState
  let applier: BatchApplier
  let listings: Listings
  let contents: ContentFetcher
  let loads = Loads()
  /// The threads that fetch.
  let fetchers: WorkerPool
  let ahead = Mutex(ListingAhead())
  /// What the replica downloads by itself.
  let unawaited = Mutex<Set<UInt64>>([])

  init(_ applier: BatchApplier) {
    state = applier.state
    self.applier = applier
    listings = Listings(applier)
    contents = ContentFetcher(applier)
    fetchers = WorkerPool(
      name: "replica.fetch", limit: state.limits.downloads, patient: state.limits.downloads / 2)
  }

  /// Loads something for a program, unless it is here or latched by an error.
  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    do {
      let item = try item(of: subject)
      if subject.isListing { noteUse(of: item) }
      if isHere(subject, item) {
        whenDone(.success(()))
      } else if let error = state.latches.withLock({ $0.error(for: subject.item, isOpening: subject.isOpening) }) {
        whenDone(.failure(error))
      } else {
        return load(subject, for: asker, onlyIfMissing: true) { [self] result in
          if subject.isListing { noteAnswered(subject.item) }
          whenDone(result)
        }
      }
    } catch { whenDone(.failure(error)) }
    return .answered
  }

  func withdraw(_ ticket: SourceTicket) { loads.withdraw(ticket, from: pool) }

  /// Loads something, whatever errors are latched.
  ///
  /// - Parameters:
  ///   - asker: The program that wants it; `nil` where the replica does, by itself.
  ///   - isUrgent: Whether it comes before what is not.
  ///   - onlyIfMissing: Whether it is wanted only if it is missing when its turn comes.
  func load(
    _ subject: SourceSubject, for asker: SourceAsker? = nil, isUrgent: Bool = true, onlyIfMissing: Bool = false,
    whenDone: @escaping Loads.Completion
  ) -> SourceTicket {
    // A listing that has begun is finished in any case; a download for which nobody waits any more is not.
    let interest = LoadInterest(asker)
    return loads.begin(
      subject, on: pool(subject), isUrgent: isUrgent, onlyIfMissing: onlyIfMissing,
      interest: subject.isListing ? nil : interest,
      { [self] onlyIfMissing in
        let kind = subject.isListing ? CallRecord.Kind.list : .read
        do {
          if onlyIfMissing, isHere(subject, try item(of: subject)) { return }
          try loadUnlessLatched(subject, interest)
        } catch {
          state.noteFailure(of: kind, error)
          throw error
        }
        state.noteSuccess(of: kind)
      }, whenDone: whenDone)
  }

  /// Loads something, once more where it fails with an error by whose end the provider has signalled meanwhile.
  private func loadUnlessLatched(_ subject: SourceSubject, _ interest: LoadInterest) throws {
    let begun = state.resolutions.withLock { $0.now }
    do { return try load(subject, interest) } catch {
      guard state.resolutions.withLock({ $0.hasResolved(error, since: begun) }) else { throw error }
      state.latches.withLock { $0.clear(subject.item) }
    }
    try load(subject, interest)
  }

  private func load(_ subject: SourceSubject, _ interest: LoadInterest) throws {
    switch subject {
    case .listing(let container):
      // The anchor comes before the first listing, so that what changes in between is reported as a change.
      _ = pulls.wait(until: .after(limits.call), for: { $0.hasBegun ? true : nil })
      try listings.list(container, for: interest.asker)
    case .contents(let document): try contents.fetch(document, interest)
    case .range(let document, let bytes): try contents.fetch(bytes, of: document, interest)
    }
  }

  /// Listings and contents have threads of their own, so that documents that do not come never keep a folder from being
  /// listed.
  private func pool(_ subject: SourceSubject) -> WorkerPool {
    switch subject {
    case .listing: listings.listers
    case .contents, .range: fetchers
    }
  }

  private func item(of subject: SourceSubject) throws -> ItemAttributes {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(subject.item) }
    guard let item else { throw ReplicaError.noSuchItem }
    return item
  }

  private func isHere(_ subject: SourceSubject, _ item: ItemAttributes) -> Bool {
    switch subject {
    case .listing: !item.flags.contains(.unlisted)
    case .contents, .range: item.kind != .file || !item.flags.contains(.dataless)
    }
  }
}
