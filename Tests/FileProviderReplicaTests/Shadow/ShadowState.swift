@testable import FileProviderStore
import FileProviderSync

@testable import FileProviderReplica

/// What the store has of an item that the provider reports, to see what became of it.
struct ShadowState {
  private let row: ProvidedRow?
  private let synced: SyncedFields?
  private let record: ItemRecord?
  private let isAsked: [Int64]
  /// The item that has the place here.
  private let holder: ItemID?
  private let holderName: FileName?
  private let hasOwnContents: Bool

  init(_ item: ProvidedItem, in surroundings: StoreSurroundings) {
    let reader = surroundings.reader
    (row, synced, record, isAsked, holder, holderName, hasOwnContents) = surroundings.read { () throws(StoreError) in
      let row = try ProvidedReader(reader).provided(identifier: item.identifier)
      let pending = try row.flatMap { (row) throws(StoreError) in try ProvidedReader(reader).pending(row.item) }
      let stale = try ReplicationReader(reader).staleIdentifiers(limit: .max).first { $0.identifier == item.identifier }
      let folder = try ProvidedReader(reader).folder(identifiedBy: item.parent)
      let holder = try folder.flatMap { (folder) throws(StoreError) in
        try reader.child(of: folder.id, named: FileName(providing: item.filename))
      }
      return (
        row,
        try row.flatMap { (row) throws(StoreError) in
          var synced = try ProvidedReader(reader).synced(row.item)
          // It is another one with each writing.
          synced?.generation = .zero
          return synced
        },
        try row.flatMap { (row) throws(StoreError) in try reader.record(row.item) },
        [stale?.stamp ?? 0, pending?.isStale == true ? 1 : 0], holder?.id,
        try holder.flatMap { (holder) throws(StoreError) in try reader.record(holder.id)?.name },
        pending?.dirty.contains(.contents) == true
      )
    }
  }

  /// What was done between this and a later state.
  func step(to after: ShadowState) -> ShadowStep {
    if after.isAsked != isAsked, after.isAsked != [0, 0] { return .ask }
    // It was to be asked for before, and is still.
    let left: ShadowStep = after.isAsked.last == 0 ? .nothing : .ask
    guard let row else {
      guard let now = after.row else { return left }
      return now.item == holder ? .adopt : .create
    }
    guard let now = after.row else { return record == nil ? .forget : .remove }
    if now.item != row.item { return record == nil ? .restore : .create }
    guard let record, let new = after.record else {
      return now.isIdentical(to: row) && after.synced == synced ? left : .acknowledge
    }
    let isDropped = !record.attributes.flags.contains(.dataless) && new.attributes.flags.contains(.dataless)
    if isDropped { return hasOwnContents ? .conflictCopy : .takeContents }
    if new.kind == .file, now.contentVersion != row.contentVersion { return .takeContents }
    if new.kind == .symlink, after.synced?.target != synced?.target { return .takeContents }
    return new == record && now.isIdentical(to: row) && after.synced == synced ? left : .take
  }
}
