import FileProviderStore

/// A file that changed, and may be a contact, or may have been one.
struct ContactCandidate {
  let item: ItemID
  /// The container that it is in; nil if it is no card there now.
  let container: ItemID?
  /// Whether it was none when the reader's token was made.
  let isNew: Bool
  /// What it is, if the index has told that already.
  var kind: IndexedCard.Kind?
}

/// The part of a domain's log that a reader of the history has not seen.
final class ContactLog {
  private let reader: CommittedReader
  private let start: ChangeCursor
  /// Where it ends.
  let end: Generation
  private let excluded: Set<Int64>
  private var containers: [ItemID: Bool] = [:]

  init(_ reader: CommittedReader, since start: ChangeCursor, excluding authors: [String]) throws(StoreError) {
    self.reader = reader
    self.start = start
    end = try reader.generation()
    excluded = try LogReader(reader).authorNumbers(authors)
  }

  /// Whether a folder has become a container, or is none any more, so that its contacts came or went without a change of their own.
  func changesContainers() throws(StoreError) -> Bool {
    var result = false
    try forEachChange(.children(.root), isCoalesced: false) { change throws(StoreError) in
      guard change.kind == .folder, !result else { return }
      switch change.event {
      // Of one that was made or deleted since each contact has its own change. One that came back was away meanwhile.
      case .add: result = change.item.creation <= start.base
      case .delete: result = try reader.item(change.item) != nil
      case .update:
        result = change.previousPlace.map { $0.name.isHidden != change.name.isHidden } ?? false
      }
    }
    return result
  }

  func candidates() throws(StoreError) -> [ContactCandidate] {
    var found: [ContactCandidate] = []
    try forEachChange(.everything) { change throws(StoreError) in
      if change.kind == .file, let candidate = try candidate(change) { found.append(candidate) }
    }
    return found
  }

  /// A client that ended before it kept a token was told more than its token covers. So a file whose place changed counts as one that may have been a
  /// contact meanwhile, wherever it was at the token.
  private func candidate(_ change: ItemChange) throws(StoreError) -> ContactCandidate? {
    let isPlaced = change.event == .delete ? false : try isPlaceOfCard(change.parent, change.name)
    var isNew = true
    if change.event == .update {
      let changed: ChangedFields = isPlaced ? [.contents, .filename, .parent] : [.filename, .parent]
      if change.fields.isDisjoint(with: changed) { return nil }
      let place = change.previousPlace ?? (change.parent, change.name)
      isNew = try !isPlaceOfCard(place.parent, place.name)
    }
    return ContactCandidate(item: change.item, container: isPlaced ? change.parent : nil, isNew: isNew)
  }

  private func isPlaceOfCard(_ folder: ItemID, _ name: FileName) throws(StoreError) -> Bool {
    guard ContactFile.isCard(name) else { return false }
    if let known = containers[folder] { return known }
    let record = try reader.record(folder)
    // A folder that is gone may have been one.
    let isContainer = record.map { $0.parent == .root && ContactDomain.isContainer($0.attributes, $0.name) } ?? true
    containers[folder] = isContainer
    return isContainer
  }

  private func forEachChange(
    _ scope: ChangeScope, isCoalesced: Bool = true, _ body: (ItemChange) throws(StoreError) -> Void
  ) throws(StoreError) {
    let changes = ChangeReader(
      reader: reader, scope: scope, excludedAuthors: excluded, isCoalesced: isCoalesced, wholeItems: false,
      resumption: Resumption(at: end),
      end: end)
    var cursor = start
    while try changes.nextBatch(&cursor, limit: 4096, { (change, _) throws(StoreError) in try body(change) }) {}
  }
}
