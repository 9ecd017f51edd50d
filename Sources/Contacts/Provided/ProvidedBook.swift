import FileProviderStore
package import Foundation

/// The contacts of a provider: the only container of a domain of its own, in which nobody else may change anything.
///
/// What the provider sends is written in one transaction together with where it goes on, so an enumeration continues after any interruption.
package final class ProvidedBook: Sendable {
  private let store: ItemStore
  /// The name of the container.
  private let name: String
  private let mostContacts: Int

  /// Opens the book in a folder, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the container.
  ///   - mostContacts: How many contacts it has at most.
  package init(_ directory: URL, name: String, mostContacts: Int) throws {
    store = try ItemStore(directory: directory)
    self.name = name
    self.mostContacts = mostContacts
  }

  /// How far the contacts are known.
  package func progress() throws -> ProvidedProgress {
    try store.readCommitted { (reader) throws(StoreError) in try ProvidedProgress(reader) }
  }

  /// Writes what came after `before`, and what is asked for next.
  ///
  /// After the last page of all contacts, which is followed by changes, those that no page had are deleted.
  ///
  /// - Returns: Where it goes on.
  /// - Throws: ``ProvidedBookError``; a `StoreError`. Nothing was changed then.
  @discardableResult
  package func write(
    _ changes: [ProvidedChange], after before: ProvidedProgress, next: ProvidedProgress.Position
  ) throws -> ProvidedProgress {
    try change { (editor) throws(StoreError) in
      guard try editor.progress() == before else { throw StoreError(.isOutdated) }
      var progress = before
      if case .content = before.position { try editor.refuseRepeated(changes, pass: before.pass) }
      for change in changes { progress.count += try editor.apply(change, pass: before.pass) }
      if case .content = before.position { progress.named += Set(changes.map(\.identifier)).count }
      if case .content = before.position, case .changes = next {
        progress.count -= try editor.deleteOthers(than: before.pass)
      }
      // Until its end, an enumeration has those beside it that it does not name.
      let isUnderway = if case .content = next { true } else { false }
      guard (isUnderway ? progress.named : progress.count) <= mostContacts else { throw StoreError(.isFull) }
      progress.position = next
      progress.isFull = false
      return progress
    }
  }

  /// Notes that the provider has more contacts than the book takes.
  package func noteFull() throws {
    try change { (editor) throws(StoreError) in
      var progress = try editor.progress()
      progress.isFull = true
      return progress
    }
  }

  /// Has all contacts enumerated anew. Those that are here stay until that is done.
  ///
  /// - Throws: `isOutdated`; a `StoreError`.
  @discardableResult
  package func startOver(after before: ProvidedProgress) throws -> ProvidedProgress {
    try change { (editor) throws(StoreError) in
      guard try editor.progress() == before else { throw StoreError(.isOutdated) }
      var progress = before
      progress.pass += 1
      progress.named = 0
      progress.position = .content(nil)
      return progress
    }
  }

  /// Deletes everything, and has all contacts enumerated anew.
  package func deleteContacts() throws {
    try change { (editor) throws(StoreError) in
      var progress = ProvidedProgress()
      progress.pass = try editor.progress().pass + 1
      try editor.deleteEverything()
      return progress
    }
  }

  @discardableResult
  private func change(
    _ body: (ProvidedBookEditor) throws(StoreError) -> ProvidedProgress
  ) throws -> ProvidedProgress {
    let contents = CardContents(store)
    do throws(StoreError) {
      return try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        let progress = try body(ProvidedBookEditor(transaction, store, contents, name: name))
        try progress.write(transaction)
        try contents.synchronize()
        return progress
      }
    } catch {
      contents.discardAll()
      throw error.cause as? ProvidedBookError ?? error
    }
  }
}

/// Why something of a provider cannot be written.
package enum ProvidedBookError: Error {
  /// The book was reset meanwhile, or another process goes on with the enumeration.
  case isOutdated
  /// There would be too many contacts.
  case isFull
  /// A contact was on an earlier page of the same enumeration.
  case isRepeated(identifier: String)
}

extension StoreError {
  /// Ends a transaction for a reason that is none of the store's.
  init(_ error: ProvidedBookError) { self.init(.notPermitted, "\(error)", cause: error) }
}
