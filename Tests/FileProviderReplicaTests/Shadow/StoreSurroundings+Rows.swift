import FileProviderInterface
@testable import FileProviderStore
import FileProviderSync

@testable import FileProviderReplica

// An item's rows as the planner has them.
extension StoreSurroundings {
  func local(_ number: ItemNumber) -> LocalItem? {
    guard let record = read({ () throws(StoreError) in try reader.record(id(number)) }) else { return nil }
    if record.id.isFixed { return LocalItem(number: number, place: Self.fixedPlace, kind: .folder) }
    guard record.kind.isPushable else { return nil }
    let synced = synced(number)
    let dirty = dirtyFields(of: record)
    var place = Place(self.number(record.parent), record.name.spelling)
    if let synced, !dirty.contains(.parent) { place.parent = synced.place.parent }
    if let synced, !dirty.contains(.filename) { place.name = synced.place.name }
    var contents: Contents?
    if record.kind != .folder, !record.attributes.flags.contains(.dataless) {
      let isOurs = synced == nil || dirty.contains(.contents)
      contents = isOurs ? ours(record) : synced?.contents
    }
    return LocalItem(
      number: number, place: place, kind: kind(record.kind), contents: contents,
      fields: Fields(Self.fields.map { dirty.contains($0) ? 1 : 0 }))
  }

  private func kind(_ kind: ItemKind) -> Kind {
    switch kind {
    case .folder: .folder
    case .symlink: .link
    default: .document
    }
  }

  /// What a link leads to is in the store. Of a document it is known only that its contents were changed here.
  private func ours(_ record: ItemRecord) -> Contents {
    if record.kind == .symlink { return target(read { () throws(StoreError) in try reader.target(of: record.id) }) }
    return Contents(hash: ContentsHash(values[Array("ours \(record.id)".utf8)]), size: Int(record.attributes.size))
  }

  private func target(_ target: [UInt8]?) -> Contents {
    Contents(hash: ContentsHash(values[target]), size: target?.count ?? 0)
  }

  /// Place and contents are compared by themselves.
  private static let fields: [ChangedFields] = [.tags, .lastUsed, .favorite, .mode, .times, .xattrs]

  private static let fixedPlace = Place(.root, "")

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
        identifier: id == .root ? .root : .trash, place: Self.fixedPlace, kind: .folder,
        version: Version(contents: 0, metadata: 0), moment: .zero)
    }
    return read { () throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(id), let fields = try ProvidedReader(reader).synced(id) else {
        return nil
      }
      let (isFolder, isLink) = (fields.kind == .folder, fields.kind == .symlink)
      let version = Version(contents: values[row.contentVersion], metadata: values[row.metadataVersion])
      let bytes = Contents(hash: ContentsHash(version.contents), size: Int(fields.size))
      var synced = Synced(
        identifier: identifier(row.identifier), place: Place(self.number(fields.parent), fields.name.spelling),
        kind: kind(fields.kind), version: version,
        contents: isFolder ? nil : isLink ? target(fields.target) : bytes,
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
    return Statement(
      identifier: identifier(item.identifier), parent: identifier(item.parent),
      name: FileName(providing: item.filename).spelling, kind: kind(item.kind),
      size: item.size.map { Int($0) },
      // A provider without versions of contents has those that are known.
      version: Version(
        contents: item.contentVersion.map { values[$0] } ?? known?.version.contents ?? 0,
        metadata: values[item.metadataVersion]),
      fields: Fields(Self.fields.map { differs($0) ? 2 : 0 }), target: item.reportedTarget.map { target($0) })
  }

  // MARK: Calls

  /// Whether `calling` stands for a question, and not for a call.
  private func isQuestion(_ row: PendingRow) -> Bool { row.state == .calling && sent(row.item)?.isUnderWay != true }

  private func sent(_ id: ItemID) -> SentCall? {
    read { () throws(StoreError) in try ReplicationReader(reader).sentCall(of: id) }
  }

  /// The call of an item, with an answer to come or of unknown end.
  func call(_ number: ItemNumber) -> Call? {
    let id = id(number)
    guard let row = pending(number) else { return nil }
    let synced = synced(number)
    guard let sent = sent(id) else { return possibleCreation(row) }
    let wish: Call.Wish =
      switch sent.operation {
      case .create: .create
      case .move, .modify: .modify
      case .delete: .delete
      }
    let kind = sent.kind.map { self.kind($0) } ?? synced?.kind ?? .document
    let version = Version(contents: values[sent.contentVersion], metadata: values[sent.metadataVersion])
    var call = Call(
      number: number, wish: wish, kind: kind, identifier: sent.identifier.map { identifier($0) },
      base: sent.identifier == nil ? nil : version, snapshot: snapshot(sent, row),
      fields: Fields(Self.fields.map { sent.fields.contains($0) ? 1 : 0 }))
    call.place = sent.place.map { Place(self.number($0.parent), $0.name.spelling) }
    if wish == .create {
      guard read({ () throws(StoreError) in try ProvidedReader(reader).isBeingCreated(id) }),
        let creation = read({ () throws(StoreError) in try ReplicationReader(reader).sentCreation(of: id) })
      else { return nil }
      call.parent = identifier(creation.parent)
      call.place = self.number(of: identifier(creation.parent)).map { Place($0, creation.filename) }
    }
    call.ended = sent.isUnderWay ? nil : .zero
    return call
  }

  /// After a power cut the row of any creation that waits may be lost.
  private func possibleCreation(_ row: PendingRow) -> Call? {
    guard row.isStale, read({ () throws(StoreError) in try ProvidedReader(reader).isBeingCreated(row.item) }) else {
      return nil
    }
    let item = local(number(row.item))
    var call = Call(
      number: number(row.item), wish: .create, kind: item?.kind ?? .document, place: item?.place,
      snapshot: item?.contents)
    call.ended = .zero
    return call
  }

  /// The contents that a call sends, if it does: those that are here, unless they were changed since.
  private func snapshot(_ sent: SentCall, _ row: PendingRow) -> Contents? {
    guard sent.fields.contains(.contents), sent.kind == .symlink || sent.kind == .file && sent.size != nil else {
      return nil
    }
    let item = read { () throws(StoreError) in try reader.item(sent.item) }
    let isChanged =
      sent.isUnderWay ? row.fields.contains(.contents) : sent.began.map { $0 < item?.lastChange ?? $0 } ?? true
    if !isChanged, item?.content == sent.content, let ours = local(number(sent.item))?.contents { return ours }
    return Contents(hash: ContentsHash(values[Array("sent \(sent.item)".utf8)]), size: Int(sent.size ?? 0))
  }
}
