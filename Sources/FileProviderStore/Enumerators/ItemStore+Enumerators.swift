package import FileProviderInterface
import Synchronization

/// Which of the two working sets is meant.
package enum WorkingSetMeaning: Sendable {
  /// The members, as the user knows them.
  case user
  /// Everything, as a replica pulls it.
  case provider
}

extension ItemStore {
  /// The enumerator of a container.
  ///
  /// - Throws: `noSuchItem`; `featureUnsupported` for the trash of a domain without one.
  package func enumerator(
    for identifier: NSFileProviderItemIdentifier, workingSet meaning: WorkingSetMeaning = .user
  ) throws(StoreError) -> StoreEnumerator {
    if identifier == .workingSet {
      return meaning == .user ? WorkingSetEnumerator(store: self) : EverythingEnumerator(store: self)
    }
    let found = try readCommitted { (reader) throws(StoreError) in try reader.item(identifiedBy: identifier) }
    guard let id = found else { throw StoreError(.noSuchItem, "no item “\(identifier.rawValue)”") }
    return try enumerator(for: id)
  }

  /// The enumerator of the container that an item is.
  ///
  /// - Throws: `noSuchItem`; `featureUnsupported` for the trash of a domain without one.
  package func enumerator(for id: ItemID) throws(StoreError) -> StoreEnumerator {
    if id == .trash {
      guard try readCommitted({ (reader) throws(StoreError) in try TreeReader(reader).supportsTrash() }) else {
        throw StoreError(.featureUnsupported, "the domain has no trash")
      }
      return TrashEnumerator(store: self)
    }
    guard let item = try readCommitted({ (reader) throws(StoreError) in try reader.item(id) }) else {
      throw StoreError(.noSuchItem, "no item \(id)")
    }
    return item.isFolder ? FolderEnumerator(store: self, folder: id) : DocumentEnumerator(store: self, document: id)
  }

  /// The cursor that an anchor contains.
  ///
  /// - Throws: `tokenExpired` when it is of another store or schema.
  package func cursor(of token: ContinuationToken) throws(StoreError) -> ChangeCursor {
    guard token.store == uuid, token.schema == Schema.version else {
      throw StoreError(.tokenExpired, "the anchor belongs to another store")
    }
    return ChangeCursor(base: token.base, position: Generation(rawValue: token.position), end: token.end)
  }

  /// The anchor for a cursor.
  package func anchor(_ cursor: ChangeCursor) -> ContinuationToken { .anchor(store: uuid, cursor) }
}

/// A flag that is set until it is cleared once.
final class AtomicFlag: Sendable {
  private let value = Atomic<Bool>(true)
  /// - Returns: Whether this call cleared it.
  func clear() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }
}

extension ItemStore {
  /// Passes every call of this store's enumerators to `sink`, on the calling thread; `nil` stops that.
  package func traceEnumerators(_ sink: (@Sendable (EnumeratorTrace) -> Void)?) { tracer.set(sink) }

  /// Whether the calls of enumerators are traced.
  package var isTracingEnumerators: Bool { tracer.isListening }

  @inline(__always) func trace(_ event: @autoclosure () -> EnumeratorTrace) { tracer.report(event()) }
}
