import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// Finds the folders without which a batch cannot be written, with `item(for:)` for those that are not in the batch.
///
/// A member of the working set has a path, so its ancestors must be here. And when a folder moves into one that is
/// below it here, one of the folders in between has moved out already. That change comes in a later batch, so the provider is
/// asked for that folder before this one is written.
struct AncestorFinder: ReplicaPart {
  let state: ReplicaState
  /// The folders found, each after its parent.
  private(set) var ancestors: [ProvidedItem] = []
  /// The identifiers of folders that have to be here.
  private(set) var needed: Set<String> = []
  private var missing: Set<String> = []

  /// In a deeper tree there are no paths that a system call would take.
  static let greatestDepth = 2048

  init(_ state: ReplicaState) { self.state = state }

  /// Finds the folders for a batch.
  ///
  /// - Parameter freshness: Whether something newer may have been reported of an item: what is not written needs no folder, and what was deleted
  ///   here would be restored for nothing.
  /// - Throws: An error which means that the provider cannot be asked at all; an ancestor that it does not return is left
  ///   out.
  mutating func find(
    for batch: ProvidedBatch, isWanted: Bool = false, _ freshness: Freshness?
  ) throws {
    var reported: [String: ProvidedItem]?
    if isWanted { needed.formUnion(batch.updated.map(\.identifier)) }
    for item in batch.updated {
      let isNeeded = try store.readCommitted { (reader) throws(StoreError) -> Bool? in
        if try freshness?.isOvertaken(item.identifier, reader) == true { return nil }
        if try ProvidedReader(reader).folder(identifiedBy: item.parent) != nil { return false }
        let known = try ProvidedReader(reader).provided(identifier: item.identifier)
        if let known, try ProvidedReader(reader).folderLeft(by: item, known) != nil { return false }
        if item.isMember || isWanted { return true }
        guard let row = known else { return false }
        // One that is deleted here comes back with other contents only.
        let isHere = try reader.item(row.item) != nil
        return try isHere ? true : ProvidedReader(reader).hasOtherContents(item, than: row)
      }
      guard let isNeeded else { continue }
      let between = item.kind == .folder && !isNeeded ? try identifiersBelow(item) : []
      guard isNeeded || !between.isEmpty else { continue }
      if reported == nil {
        reported = Dictionary(batch.updated.map { ($0.identifier, $0) }, uniquingKeysWith: { _, last in last })
      }
      if isNeeded { try climb(from: item, reported ?? [:]) }
      for identifier in between where reported?[identifier] == nil && !needed.contains(identifier) {
        guard let folder = try ask(for: identifier) else { continue }
        try climb(from: folder, reported ?? [:])
        needed.insert(identifier)
        ancestors.append(folder)
      }
    }
  }

  /// The folders between a folder and its new parent, if that is below it here; usually none.
  private func identifiersBelow(_ item: ProvidedItem) throws(StoreError) -> [String] {
    try store.readCommitted { (reader) throws(StoreError) -> [String] in
      guard let row = try ProvidedReader(reader).provided(identifier: item.identifier),
        var current = try ProvidedReader(reader).folder(identifiedBy: item.parent),
        try reader.isItem(current.id, atOrBelow: row.item)
      else { return [] }
      var identifiers: [String] = []
      while current.id != row.item {
        if let identifier = try ProvidedReader(reader).providerIdentifier(of: current.id) {
          identifiers.append(identifier.rawValue)
        }
        guard let parent = try reader.item(current.parent) else { break }
        current = parent
      }
      return identifiers
    }
  }

  private mutating func climb(from item: ProvidedItem, _ reported: [String: ProvidedItem]) throws {
    var chain: [ProvidedItem] = []
    var path: [String] = []
    var parent = item.parent
    while !needed.contains(parent),
      try !store.readCommitted({ (reader) throws(StoreError) in
        try ProvidedReader(reader).folder(identifiedBy: parent) != nil
      })
    {
      guard chain.count < Self.greatestDepth, !missing.contains(parent), !path.contains(parent) else { return }
      path.append(parent)
      if let folder = reported[parent] {
        chain.append(folder)
      } else {
        guard let folder = try ask(for: parent) else {
          missing.insert(parent)
          return
        }
        chain.append(folder)
      }
      parent = chain[chain.count - 1].parent
    }
    needed.formUnion(chain.map(\.identifier))
    ancestors += chain.reversed().filter { reported[$0.identifier] == nil }
  }

  /// - Returns: `nil` for a folder that the provider does not have, or cannot be asked about.
  private func ask(for identifier: String) throws -> ProvidedItem? {
    var backoff = backoff()
    while true {
      do {
        let item = try calls.item(for: NSFileProviderItemIdentifier(identifier))
        return item.kind == .folder ? item : nil
      } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .wait: throw error
        case .answer where (error as NSError).domain == ProviderErrorPolicy.ownDomain: throw error
        case .retry:
          guard let pause = backoff.next() else { return nil }
          try inFlight.pause(pause)
        default: return nil
        }
      }
    }
  }
}
