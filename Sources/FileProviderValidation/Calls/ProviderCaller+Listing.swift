import FileProviderInterface
import Foundation

/// Carries an enumerator to the threads on which it is called.
struct EnumeratorBox: @unchecked Sendable {
  // Sendable: the system calls an enumerator from any thread, one call after the other, and so is it done here.
  let enumerator: any NSFileProviderEnumerator
}

extension ProviderCaller {
  private static let listName = "enumerateItems(for:startingAt:)"
  private static let mostPages = 10_000

  /// Lends an enumerator to `body`, and ends it.
  func withEnumerator<Result>(
    _ container: NSFileProviderItemIdentifier, _ body: (EnumeratorBox) throws -> Result
  ) throws -> Result {
    let box = try makeEnumerator(container)
    defer { box.enumerator.invalidate() }
    return try body(box)
  }

  /// Makes an enumerator, which the caller invalidates.
  func makeEnumerator(_ container: NSFileProviderItemIdentifier) throws -> EnumeratorBox {
    let name = "enumerator(for:request:)"
    typealias Made = Swift.Result<EnumeratorBox, any Error>
    let made: Made = try answer(to: name) { box, done in
      done(
        Made {
          EnumeratorBox(enumerator: try box.provider.enumerator(for: container, request: NSFileProviderRequest()))
        })
    }
    switch made {
    case .failure(let error): throw failure(error, of: name)
    case .success(let box): return box
    }
  }

  /// Lists a container to its end.
  ///
  /// - Parameter mostPages: Where to stop, so that a part of what is there will do.
  func list(
    _ container: NSFileProviderItemIdentifier, pageSize: Int = 200, startingAt first: NSFileProviderPage? = nil,
    mostPages: Int? = nil
  ) throws -> [SeenItem] {
    try withEnumerator(container) { try list($0, of: container, pageSize, startingAt: first, mostPages: mostPages) }
  }

  /// Lists what an enumerator of a container has.
  func list(
    _ box: EnumeratorBox, of container: NSFileProviderItemIdentifier, _ pageSize: Int = 200,
    startingAt first: NSFileProviderPage? = nil, mostPages: Int? = nil
  ) throws -> [SeenItem] {
    var page = first ?? NSFileProviderPage(NSFileProviderPage.initialPageSortedByName as Data)
    var pages: Set<NSFileProviderPage> = [page]
    var items: [SeenItem] = []
    for _ in 0..<(mostPages ?? Self.mostPages) {
      let read = try self.page(page, of: box, pageSize)
      items += read.items
      guard let next = read.next else { return items }
      let isNew = pages.insert(next).inserted
      ledger.note(
        ObservedRules.Pages.progress, isNew ? nil : "a page of “\(container.rawValue)” repeats an earlier one")
      guard isNew else { throw Unmet("a listing does not end") }
      page = next
    }
    if mostPages != nil { return items }
    ledger.note(ObservedRules.Pages.progress, "“\(container.rawValue)” has more than \(Self.mostPages) pages")
    throw Unmet("a listing does not end")
  }

  private func page(_ page: NSFileProviderPage, of box: EnumeratorBox, _ size: Int) throws -> PageObserver.Page {
    let ledger = ledger
    let read: PageObserver.Page = try answer(to: Self.listName) { _, done in
      box.enumerator.enumerateItems(
        for: PageObserver(suggestedPageSize: size, ledger, done: done), startingAt: page)
    }
    if let error = read.error { throw failure(error, of: Self.listName) }
    let count = read.items.count
    ledger.note(ObservedRules.Pages.progress)
    ledger.note(
      ObservedRules.Pages.suggested, count <= size * 100 ? nil : "\(size) items were suggested, but a page had \(count)"
    )
    if let next = read.next {
      let length = next.rawValue.count
      let isShort = length <= NSFileProviderPage.maximumLength
      ledger.note(ObservedRules.Pages.token, isShort ? nil : "a page has \(length) bytes")
      guard isShort else { throw Unmet("a page token is too long") }
    }
    return read
  }
}
