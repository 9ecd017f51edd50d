import FileProviderInterface
import FileProviderStore
import FileProviderSync

/// What is asked of the root, and of a folder that is not listed here.
extension ProviderCalls {
  /// The root as the provider reports it.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func root() throws -> ProvidedRoot {
    let pending = PendingAnswer<ProvidedRoot>()
    let request = request()
    return try wait(for: pending) {
      _ = box.provider.item(for: .rootContainer, request: request) { item, error in
        _ = pending.answer(error.map { .failure($0) } ?? .success(ProvidedRoot(item)))
      }
    }
  }

  /// Why nothing counts as gone: the provider has no root, or cannot be asked for it. `nil` where it has one.
  func failureOfRoot() -> (any Error)? {
    do {
      if try root().isThere { return nil }
    } catch {
      guard [.remove, .hide].contains(ProviderErrorPolicy(error).reaction) else { return error }
    }
    // Some providers have no item for their root, and list it.
    do {
      try forEachPage(of: .rootContainer) { _ in false }
      return nil
    } catch { return ProviderErrorPolicy(error).reaction == .remove ? ReplicaError.rootMissing : error }
  }

  /// Lists a folder of the provider.
  ///
  /// - Parameter body: Returns whether to go on.
  func forEachPage(
    of folder: NSFileProviderItemIdentifier, _ body: ([ProvidedItem]) throws -> Bool
  ) throws {
    try withEnumerator(for: folder, request: request()) { enumerator in
      var page = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
      for _ in 0..<Self.mostPages {
        let answer = try enumerator.page(startingAt: page)
        guard try body(answer.items), let next = answer.next else { return }
        page = next
      }
      throw ReplicaError.broken("a listing does not end")
    }
  }

  private static let mostPages = 100_000
}
