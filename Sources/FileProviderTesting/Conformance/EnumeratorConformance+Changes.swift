import FileProviderInterface

extension EnumeratorConformance {
  /// The main law: a listing, and the changes since it began, equal the present. The container changes between all
  /// pages and batches, and each comes from a fresh enumerator.
  mutating func checkChanges() async throws {
    for size in Self.pageSizes {
      guard let anchor = try await currentAnchor() else { return }
      report.note(.tokensAreShort, anchor.rawValue.count <= 500 ? nil : "an anchor has \(anchor.rawValue.count) bytes")
      let change = change
      guard let listed = try await list(pageSize: size, between: { try change?() }) else { return }
      try change?()
      var known = Dictionary(listed.map { ($0.identifier, $0) }, uniquingKeysWith: { _, last in last })
      guard try await follow(from: anchor, batchSize: size, &known) else { return }
      if isDocument {
        let others = known.keys.filter { $0 != container.rawValue }.sorted()
        report.note(.listingPlusChanges, others.isEmpty ? nil : "a document tells changes of \(others)")
        continue
      }
      guard let present = try await list(pageSize: 1000) else { return }
      let expected = Dictionary(present.map { ($0.identifier, $0) }, uniquingKeysWith: { _, last in last })
      report.note(.listingPlusChanges, Self.difference(known, expected))
    }
  }

  private static func difference(_ known: [String: ListedItem], _ expected: [String: ListedItem]) -> String? {
    guard known != expected else { return nil }
    let lost = expected.keys.filter { known[$0] == nil }.sorted()
    let extra = known.keys.filter { expected[$0] == nil }.sorted()
    let other = expected.keys.filter { known[$0] != nil && known[$0] != expected[$0] }.sorted()
    return "lost \(lost), left over \(extra), different \(other)"
  }

  private mutating func currentAnchor() async throws -> NSFileProviderSyncAnchor? {
    let enumerator = try make()
    defer { enumerator.invalidate() }
    return await enumerator.currentSyncAnchor()
  }

  /// Reads changes until there are no more, and changes something meanwhile. It gives up after `mostPages` batches.
  ///
  /// - Returns: Whether it came to an end.
  private mutating func follow(
    from start: NSFileProviderSyncAnchor, batchSize: Int, _ known: inout [String: ListedItem]
  ) async throws -> Bool {
    var anchor = start
    for number in 0..<mostPages {
      let observer = RecordingChangeObserver(suggestedBatchSize: batchSize)
      let enumerator = try make()
      enumerator.enumerateChanges(for: observer, from: anchor)
      _ = try await wait { observer.end != nil }
      enumerator.invalidate()
      report.note(.pagesEnd, observer.endCount <= 1 ? nil : "a batch ended \(observer.endCount) times")
      for item in observer.updated.map({ ListedItem($0) }) { known[item.identifier] = item }
      for identifier in observer.deleted { known[identifier.rawValue] = nil }
      switch observer.end {
      case .anchor(let next, let moreComing):
        report.note(.tokensAreShort, next.rawValue.count <= 500 ? nil : "an anchor has \(next.rawValue.count) bytes")
        let hasNothing = observer.updated.isEmpty && observer.deleted.isEmpty
        report.note(
          .batchesAdvance, next != anchor || (hasNothing && !moreComing) ? nil : "a batch left the anchor where it was")
        anchor = next
        if !moreComing && number >= 5 { return true }
        if number < 5 { try change?() }
      case .error(let error):
        noteError(error, "the changes")
        return false
      case nil:
        report.note(.answers, "a batch was not answered")
        return false
      }
    }
    report.note(.batchesAdvance, "changes have more than \(mostPages) batches")
    return false
  }

  mutating func checkStrangeAnchors() async throws {
    guard let real = try await currentAnchor() else { return }
    for data in strangeTokens(like: real.rawValue) {
      let observer = RecordingChangeObserver()
      let enumerator = try make()
      enumerator.enumerateChanges(for: observer, from: NSFileProviderSyncAnchor(data))
      _ = try await wait { observer.end != nil }
      enumerator.invalidate()
      guard case .error(let error) = observer.end else {
        report.note(.strangeTokens, "changes were reported from an anchor of \(data.count) strange bytes")
        continue
      }
      report.note(.strangeTokens, isExpired(error) ? nil : "a strange anchor was answered with \(error)")
    }
  }
}
