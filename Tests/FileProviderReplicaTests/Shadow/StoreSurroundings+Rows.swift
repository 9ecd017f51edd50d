import FileProviderInterface
@testable import FileProviderStore
import FileProviderSync

// An item's rows as the planner has them.
extension StoreSurroundings {
  private static let trash = NSFileProviderItemIdentifier.trashContainer.rawValue

  func local(_ number: ItemNumber) -> LocalItem? {
    guard let record = read({ () throws(StoreError) in try reader.record(id(number)) }) else { return nil }
    // A folder with a name that no item has stands for the trash.
    if record.id.isFixed { return LocalItem(number: number, place: Self.fixedPlace(record.id), kind: .folder) }
    guard record.kind.isPushable else { return nil }
    let synced = synced(number)
    let dirty = dirtyFields(of: record)
    var place = Place(self.number(record.parent), record.name.spelling)
    if let synced, !dirty.contains(.parent) { place.parent = synced.place.parent }
    if let synced, !dirty.contains(.filename) { place.name = synced.place.name }
    var contents: Contents?
    if record.kind != .folder, !record.attributes.flags.contains(.dataless) {
      let isOurs = synced == nil || dirty.contains(.contents)
      let ours = Contents(
        hash: ContentsHash(values[Array("ours \(record.id)".utf8)]), size: Int(record.attributes.size))
      contents = isOurs ? ours : synced?.contents
    }
    return LocalItem(
      number: number, place: place, kind: record.kind == .folder ? .folder : .document, contents: contents,
      fields: Fields(Self.fields.map { dirty.contains($0) ? 1 : 0 }))
  }

  /// Place and contents are compared by themselves.
  private static let fields: [ChangedFields] = [.tags, .lastUsed, .favorite, .mode, .times, .xattrs]

  private static func fixedPlace(_ id: ItemID) -> Place { Place(.root, id == .root ? "" : trash) }

  /// In which fields an item differs from what is synced, without those that the provider does not take.
  private func dirtyFields(of record: ItemRecord) -> ChangedFields {
    guard let row = pending(number(record.id)) else { return [] }
    let known = read { () throws(StoreError) in try ProvidedReader(reader).synced(record.id) }
    guard let known else { return row.dirty }
    return read { () throws(StoreError) in
      try ProvidedReader(reader).differences(record, known, among: row.fields.union(row.sent))
    }
  }

  func synced(_ number: ItemNumber) -> Synced? {
    let id = id(number)
    if id.isFixed {
      return Synced(
        identifier: id == .root ? .root : Identifier(Self.trash), place: Self.fixedPlace(id), kind: .folder,
        version: Version(contents: 0, metadata: 0), moment: .zero)
    }
    return read { () throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(id), let fields = try ProvidedReader(reader).synced(id) else {
        return nil
      }
      let isFolder = fields.kind == .folder
      let version = Version(
        contents: values[fields.kind == .symlink ? fields.target : row.contentVersion],
        metadata: values[row.metadataVersion])
      var synced = Synced(
        identifier: identifier(row.identifier), place: Place(self.number(fields.parent), fields.name.spelling),
        kind: isFolder ? .folder : .document, version: version,
        contents: isFolder ? nil : Contents(hash: ContentsHash(version.contents), size: Int(fields.size)),
        fields: Fields(Self.fields.map { _ in 0 }), moment: .zero)
      if let state = try ProvidedReader(reader).heldState(of: id), state != .absent {
        (synced.identifier, synced.absences) = (nil, 2)
      } else if row.identifier.hasPrefix("\u{1}") {
        synced.identifier = nil
      } else if try ReplicationReader(reader).isBelowRenumbered(id) {
        synced.identifier = nil
      }
      // A listing that is under way is no reason to begin another one.
      if isFolder, try ReplicationReader(reader).isRenumbered(id) { synced.wantsListing = .zero }
      return synced
    }
  }

  func observation(_ identifier: Identifier) -> Observation? {
    let number = number(of: identifier)
    if let statement, self.identifier(statement.identifier) == identifier {
      let isStale = isOvertaken || number.flatMap { pending($0) }?.isStale == true
      guard let known = number.flatMap({ synced($0) }) else {
        return Observation(.statement(reported(statement, nil)), reported: Moment(1), isStale: isStale)
      }
      let reported = reported(statement, known)
      let isSame =
        reported.kind == known.kind && reported.version == known.version && reported.fields == known.fields
        && reported.name == known.place.name
        && self.number(of: reported.parent) == known.place.parent
      return isSame && !isStale ? nil : Observation(.statement(reported), reported: Moment(1), isStale: isStale)
    }
    let isStale = read { () throws(StoreError) in
      if try ReplicationReader(reader).stamp(ofStale: identifier.rawValue) != nil { return true }
      guard let number else { return false }
      if try ProvidedReader(reader).heldState(of: id(number)) == .absent { return true }
      guard let row = pending(number) else { return false }
      return row.isStale || isQuestion(row)
    }
    return isStale ? Observation(.unknown, reported: .zero, isStale: true) : nil
  }

  private func reported(_ item: ProvidedItem, _ known: Synced?) -> Statement {
    let now = known.flatMap { row in
      number(of: identifier(item.identifier)).flatMap { number in
        read { () throws(StoreError) in try ProvidedReader(reader).synced(id(number)) }
      }
    }
    func differs(_ field: ChangedFields) -> Bool {
      guard let now else { return false }
      return switch field {
      case .tags: item.tags.map { TagData($0 ?? []).names != TagData(now.tags ?? []).names } ?? false
      case .lastUsed: item.lastUsed.map { $0 != now.lastUsed } ?? false
      case .favorite: item.favoriteRank.map { $0 != now.favoriteRank } ?? false
      case .mode: item.mode.map { ($0 ^ now.mode) & 0o700 != 0 } ?? false
      case .xattrs: item.extendedAttributes.map { $0 != now.extendedAttributes } ?? false
      default: false
      }
    }
    // A provider without versions of contents has those that are known.
    let version = item.kind == .symlink ? item.target : item.contentVersion
    return Statement(
      identifier: identifier(item.identifier), parent: identifier(item.parent),
      name: FileName(providing: item.filename).spelling, kind: item.kind == .folder ? .folder : .document,
      size: Int(item.size ?? 0),
      version: Version(
        contents: version.map { values[$0] } ?? known?.version.contents ?? 0, metadata: values[item.metadataVersion]),
      fields: Fields(Self.fields.map { differs($0) ? 2 : 0 }))
  }

  // MARK: Calls

  /// Whether `calling` stands for a question about an item that is here, and not for a call.
  private func isQuestion(_ row: PendingRow) -> Bool {
    guard row.state == .calling, row.sent.isEmpty else { return false }
    return read { () throws(StoreError) in
      let known = try ProvidedReader(reader).provided(row.item)
      let item = try reader.item(row.item)
      return known != nil && item != nil
    }
  }

  /// The call of an item, with an answer to come or of unknown end.
  func call(_ number: ItemNumber) -> Call? {
    guard let row = pending(number), !isQuestion(row) else { return nil }
    let synced = synced(number)
    let id = id(number)
    return read { () throws(StoreError) in
      let isOpen = row.state == .calling
      let sent = try ReplicationReader(reader).sentCreation(of: id)
      let places = try ReplicationReader(reader).sentPlaces(of: id)
      let item = local(number)
      // After a power cut nothing is known of a call but that there may have been one.
      let mayHaveHappened = row.isStale && (sent != nil || row.options.contains(.mayAlreadyExist))
      guard isOpen || mayHaveHappened || !places.isEmpty else { return nil }
      let wish: Call.Wish = synced == nil ? .create : item == nil && places.isEmpty ? .delete : .modify
      var call = Call(
        number: number, wish: wish, kind: synced?.kind ?? item?.kind ?? .document, identifier: synced?.identifier,
        base: synced?.version)
      if let sent, synced == nil {
        call.kind = sent.kind == .folder ? .folder : .document
        call.parent = identifier(sent.parent)
        call.place = self.number(of: identifier(sent.parent)).map { Place($0, sent.filename) }
      } else if wish == .create {
        call.place = item?.place
      } else if let place = places.last {
        call.place = Place(self.number(place.parent), place.name.spelling)
      }
      if row.sent.contains(.contents) { call.snapshot = item?.contents }
      call.ended = isOpen && !(wish == .create && row.isStale) ? nil : .zero
      return call
    }
  }
}
