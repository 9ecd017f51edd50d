import FileProvider
@testable import FileProviderReplica
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport

/// Edits both sides of a stage at random, and knows which contents and targets of links must still be somewhere.
struct TwoSidedEditor {
  /// The machine that edits; all of them see one provider.
  var stage: ReplicaStage
  var alive: Set<String> = []
  /// What somebody wrote, and somebody replaced or deleted who had seen it.
  var dead: Set<String> = []
  /// What a program kept as a backup when it saved something else in its place.
  private(set) var backedUp: Set<String> = []
  private var number = 0
  /// How far the provider's clock is ahead, in seconds: dates decide nothing.
  let skew: Double
  let trace: LawTrace

  init(stage: ReplicaStage, skew: Double, trace: LawTrace) {
    self.stage = stage
    self.skew = skew
    self.trace = trace
  }

  /// What a program may be told.
  private static let refusals: [StoreError.Code] = [
    .exists, .invalidMove, .noSuchItem, .notFolder, .notEmpty, .isFolder, .unlisted, .featureUnsupported,
  ]

  mutating func text() -> String {
    number += 1
    return "edit \(number)"
  }

  /// The end of a text that somebody had seen.
  mutating func end(_ texts: some Sequence<String>) {
    alive.subtract(texts)
    dead.formUnion(texts.filter { $0.hasPrefix("edit") })
  }

  // MARK: Here

  /// What the paths of folders begin with that one side alone edits.
  static let own = "/own"

  private struct Place {
    var path: String
    var item: ItemAttributes
  }

  private func places() throws -> [Place] {
    var places: [Place] = []
    var folders = [("", ItemID.root)]
    try stage.store.readCommitted { (reader) throws(StoreError) in
      while let (path, folder) = folders.popLast() {
        try reader.forEachChild(of: folder, after: .none) { item, name in
          let place = Place(path: path + "/" + String(decoding: name, as: UTF8.self), item: copy item)
          places.append(place)
          if place.item.isFolder { folders.append((place.path, place.item.id)) }
          return true
        }
      }
    }
    return places.filter { !$0.path.hasPrefix("/Rescued") && !$0.path.hasPrefix(Self.own) }.sorted { $0.path < $1.path }
  }

  /// Takes an edit that a program of this machine may make, and may fail with.
  mutating func editHere(_ random: inout SeededGenerator) throws {
    let places = try places()
    let folders = places.filter(\.item.isFolder).map(\.path) + [""]
    let path = "\(random.pick(folders))/n\(random.below(6))"
    let new = text()
    let kind = random.below(20)
    let (place, other) = (places.randomElement(using: &random), places.randomElement(using: &random))
    do {
      if kind < 6 || places.isEmpty {
        try makeHere(path, new, kind)
      } else if let place, let other {
        try editHere(place, other, path, new, kind)
      }
      trace.note("here \(kind) \(place?.path ?? "") \(other?.path ?? "") \(path) “\(new)”")
    } catch let error as StoreError where Self.refusals.contains(error.code) {} catch is ReplicaStage.Missing {}
  }

  /// A program reads a document, whose contents may have to be downloaded.
  func readHere(_ random: inout SeededGenerator) async throws {
    guard let place = try document(&random) else { return }
    trace.note("here, read \(place.path)")
    // A provider that cannot be reached, or has something else there, is no defect.
    _ = try? await stage.read(place.path)
  }

  /// The contents of a document are evicted, if the provider has them.
  func evictHere(_ random: inout SeededGenerator) throws {
    guard let place = try document(&random), (try? stage.store.evict(place.item.id)) != nil else { return }
    trace.note("here, evicted \(place.path)")
  }

  private func document(_ random: inout SeededGenerator) throws -> Place? {
    try places().filter { $0.item.kind == .file }.randomElement(using: &random)
  }

  private mutating func makeHere(_ path: String, _ text: String, _ kind: Int) throws {
    switch kind {
    case 4: try stage.make(path, kind: .folder)
    default:
      try stage.make(path, text, kind: kind == 5 ? .symlink : .file)
      alive.insert(text)
    }
  }

  private mutating func editHere(
    _ place: Place, _ other: Place, _ path: String, _ text: String, _ kind: Int
  ) throws {
    switch kind {
    case 6, 7,
      8 where place.item.kind == .file:
      try write(place, text)
    case 6...9: if !place.item.isFolder { try save(place, text) }
    case 10, 11, 12: try stage.move(place.path, to: path)
    case 13: try remove(place)
    case 14: try exchange(place, other)
    case 15: if place.item.kind == .file { try saveByBackup(place, text) }
    case 16: try trash(place)
    case 17: try restore()
    case 18:
      try stage.change(place.path) { (transaction, id) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = Int64(text.utf8.count) }
        var changes = AttributeChanges()
        changes.mode = place.item.isFolder ? 0o755 : place.item.mode ^ 0o100
        try transaction.setAttributes(changes, of: id)
      }
    default:
      try stage.change(place.path) { (transaction, id) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array(text.utf8) }
        try transaction.changeExtendedAttribute("user.note", to: Array(text.utf8), of: id)
      }
    }
  }

  /// Exchanges two items. A document whose name one gets that the provider does not know is a backup.
  private mutating func exchange(_ place: Place, _ other: Place) throws {
    let isKnown = try stage.store.readCommitted { (reader) throws(StoreError) in
      try [place, other].map { (some) throws(StoreError) in try ProvidedReader(reader).provided(some.item.id) != nil }
    }
    let old = try known(isKnown[0] ? place : other)
    try stage.exchange(place.path, other.path)
    let areNeighbours = place.item.parent == other.item.parent
    if isKnown[0] != isKnown[1], areNeighbours, place.item.kind == .file, other.item.kind == .file, let old {
      backedUp.insert(old)
    }
  }

  private func known(_ place: Place) throws -> String? {
    try stage.store.readCommitted { [stage] (reader) throws(StoreError) in
      try reader.item(place.item.id).flatMap { (item) throws(StoreError) in try Self.known(item, reader, stage) }
    }
  }

  /// Renames a document to be a backup, and makes a new one with its name.
  private mutating func saveByBackup(_ place: Place, _ text: String) throws {
    let old = try known(place)
    try stage.move(place.path, to: place.path + "~")
    try stage.make(place.path, text)
    alive.insert(text)
    if let old { backedUp.insert(old) }
  }

  private func trash(_ place: Place) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(place.item.id, user: 0)
    }
  }

  /// Takes something out of the trash.
  private func restore() throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      var id: ItemID?
      try transaction.reader.forEachChild(of: .trash, after: .none) { item, _ in
        id = item.id
        return false
      }
      if let id { try TreeEditor(transaction).restore(id) }
    }
  }

  /// What a document has, or a link leads to, as far as this machine knows: replacing that is no loss.
  private static func known(
    _ item: ItemAttributes, _ reader: StoreReader, _ stage: ReplicaStage
  ) throws(StoreError) -> String? {
    if item.kind == .symlink { return try reader.target(of: item.id).map { String(decoding: $0, as: UTF8.self) } }
    guard item.kind == .file else { return nil }
    if !item.flags.contains(.dataless) {
      guard let key = item.content else { return nil }
      return try? stage.store.text(of: key)
    }
    guard let row = try ProvidedReader(reader).provided(item.id),
      let there = stage.shownItem(row.identifier, contentVersion: row.contentVersion)
    else { return nil }
    return String(decoding: there.contents, as: UTF8.self)
  }

  private mutating func write(_ place: Place, _ text: String) throws {
    let old = try stage.withContents(text) { [stage] key in
      try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
        let old = try Self.known(transaction.item(place.item.id), transaction.reader, stage)
        try transaction.setContents(key, size: Int64(text.utf8.count), modified: .now, of: place.item.id)
        return old
      }
    }
    if let old { end([old]) }
    alive.insert(text)
  }

  private mutating func save(_ place: Place, _ text: String) throws {
    let isLink = place.item.kind == .symlink
    let old =
      try isLink
      ? Self.replace(place, by: text, nil, stage)
      : stage.withContents(text) { [stage] key in try Self.replace(place, by: text, key, stage) }
    if let old { end([old]) }
    alive.insert(text)
  }

  /// A new document, or link, is renamed over one.
  ///
  /// - Parameter key: The contents of the document.
  /// - Returns: What is known of the replaced one.
  private static func replace(
    _ place: Place, by text: String, _ key: ContentKey?, _ stage: ReplicaStage
  ) throws -> String? {
    try stage.store.change(author: ReplicaStage.program) { [stage] (transaction) throws(StoreError) in
      let id = place.item.id
      let old = try Self.known(transaction.item(id), transaction.reader, stage)
      // Meanwhile it may have gone to the trash, where no program makes anything.
      guard let record = try transaction.reader.record(id), record.parent == place.item.parent else {
        throw StoreError(.noSuchItem, "it is not there any more")
      }
      var new = NewItem(
        parent: record.parent, name: FileName(unchecked: ".save-\(text)"), kind: record.kind, mode: 0o644, owner: 0,
        group: 0)
      if let key { (new.content, new.size) = (key, Int64(text.utf8.count)) } else { new.target = Array(text.utf8) }
      let saved = try TreeEditor(transaction).create(new).id
      if key != nil { try ReplicationEditor(transaction).transferIdentity(from: id, to: saved) }
      try TreeEditor(transaction).move(saved, to: record.parent, name: record.name)
      return old
    }
  }

  private mutating func remove(_ place: Place) throws {
    let old = try stage.store.change(author: ReplicaStage.program) { [stage] (transaction) throws(StoreError) in
      var texts: [String] = []
      var rest = [try transaction.item(place.item.id)]
      while let item = rest.popLast() {
        if let text = try Self.known(item, transaction.reader, stage) { texts.append(text) }
        if item.isFolder {
          try transaction.reader.forEachChild(of: item.id, after: .none) { child, _ in
            rest.append(copy child)
            return true
          }
        }
      }
      _ = try TreeEditor(transaction).deleteTree(place.item.id, in: place.item.parent, limit: .max)
      return texts
    }
    end(old)
  }
}
