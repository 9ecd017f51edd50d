import FileProvider
@testable import FileProviderReplica
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport

/// Edits both sides of a stage at random, and knows which contents must still be somewhere.
struct TwoSidedEditor {
  /// The machine that edits; all of them see one provider.
  var stage: ReplicaStage
  private(set) var alive: Set<String> = []
  private var number = 0
  /// How far the provider's clock is ahead, in seconds: dates decide nothing.
  private let skew: Double

  init(stage: ReplicaStage, skew: Double = 0) {
    self.stage = stage
    self.skew = skew
  }

  /// What a program may be told.
  private static let refusals: [StoreError.Code] = [
    .exists, .invalidMove, .noSuchItem, .notFolder, .notEmpty, .isFolder, .unlisted,
  ]

  private mutating func text() -> String {
    number += 1
    return "edit \(number)"
  }

  // MARK: Here

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
    return places.filter { !$0.path.hasPrefix("/Rescued") }.sorted { $0.path < $1.path }
  }

  /// Takes an edit that a program of this machine may make, and may fail with.
  mutating func editHere(_ random: inout SeededGenerator) throws {
    let places = try places()
    let folders = places.filter(\.item.isFolder).map(\.path) + [""]
    let folder = folders.randomElement(using: &random) ?? ""
    let path = folder + "/n\(Int.random(in: 0..<6, using: &random))"
    let new = text()
    let kind = Int.random(in: 0..<12, using: &random)
    guard kind > 2, let place = places.randomElement(using: &random) else {
      do {
        if kind == 2 { try stage.make(path, kind: .folder) } else { try stage.make(path, new) }
        if kind != 2 { alive.insert(new) }
      } catch let error as StoreError where Self.refusals.contains(error.code) {} catch is ReplicaStage.Missing {}
      return
    }
    do {
      switch kind {
      case 3, 4, 5: if place.item.kind == .file { try write(place, new) }
      case 6: if place.item.kind == .file { try save(place, new) }
      case 7, 8: try stage.move(place.path, to: path)
      case 9: try remove(place)
      case 10:
        if let other = places.randomElement(using: &random) { try stage.exchange(place.path, other.path) }
      default:
        try stage.change(place.path) { (transaction, id) throws(StoreError) in
          try transaction.changeMembership(of: id) { $0.tags = Array(new.utf8) }
          try transaction.setExtendedAttribute("user.note", to: Array(new.utf8), of: id)
        }
      }
    } catch let error as StoreError where Self.refusals.contains(error.code) {} catch is ReplicaStage.Missing {}
  }

  /// What a document has as far as this machine knows: replacing that is no loss.
  private static func known(
    _ item: ItemAttributes, _ reader: StoreReader, _ stage: ReplicaStage
  ) throws(StoreError) -> String? {
    guard item.kind == .file else { return nil }
    if !item.flags.contains(.dataless) {
      guard let key = item.content else { return nil }
      return (try? Data(contentsOf: stage.store.contents.url(of: key))).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let row = try reader.provided(item.id), let there = stage.tree[row.identifier],
      row.contentVersion == Array(String(there.contentVersion).utf8)
    else { return nil }
    return String(decoding: there.contents, as: UTF8.self)
  }

  private mutating func write(_ place: Place, _ text: String) throws {
    let key = try stage.content(text)
    let old = try stage.store.change(author: ReplicaStage.program) { [stage] (transaction) throws(StoreError) in
      let old = try Self.known(transaction.item(place.item.id), transaction.reader, stage)
      try transaction.setContents(key, size: Int64(text.utf8.count), modified: .now, of: place.item.id)
      return old
    }
    if let old { alive.remove(old) }
    alive.insert(text)
  }

  private mutating func save(_ place: Place, _ text: String) throws {
    let key = try stage.content(text)
    let old = try stage.store.change(author: ReplicaStage.program) { [stage] (transaction) throws(StoreError) in
      let id = place.item.id
      let old = try Self.known(transaction.item(id), transaction.reader, stage)
      guard let record = try transaction.reader.record(id) else { return old }
      var new = NewItem(
        parent: record.parent, name: FileName(unchecked: ".save-\(key.rawValue)"), kind: .file, mode: 0o644, owner: 0,
        group: 0)
      (new.content, new.size) = (key, Int64(text.utf8.count))
      let saved = try transaction.create(new).id
      try transaction.passProvided(from: id, to: saved)
      try transaction.move(saved, to: record.parent, name: record.name)
      return old
    }
    if let old { alive.remove(old) }
    alive.insert(text)
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
      _ = try transaction.deleteTree(place.item.id, limit: .max)
      return texts
    }
    alive.subtract(old)
  }

  // MARK: There

  mutating func editThere(_ random: inout SeededGenerator) {
    let skew = skew
    let new = text()
    let name = "n\(Int.random(in: 0..<6, using: &random))"
    let (kind, first, second) = (
      Int.random(in: 0..<10, using: &random), Int.random(in: 0..<1000, using: &random),
      Int.random(in: 0..<1000, using: &random)
    )
    let (added, gone): (String?, [String]) = stage.tree.state.withLock { state in
      let items = state.items.values.sorted { $0.serial < $1.serial }
      let folders = items.filter { $0.kind == .folder }.map(\.identifier) + [MemoryItem.root]
      let folder = folders[first % folders.count]
      func isFree(_ name: String, in folder: String) -> Bool {
        !items.contains { $0.parent == folder && $0.name == name }
      }
      guard kind > 2, !items.isEmpty else {
        guard isFree(name, in: folder) else { return (nil, []) }
        var item = kind == 2 ? MemoryItem.folder("i\(new)") : MemoryItem("i\(new)", contents: new)
        (item.parent, item.name) = (folder, name)
        MemoryTree.put(item, &state)
        return (kind == 2 ? nil : new, [])
      }
      var item = items[second % items.count]
      switch kind {
      case 3, 4, 5:
        guard item.kind == .file else { return (nil, []) }
        let old = String(decoding: item.contents, as: UTF8.self)
        (item.contents, item.modified) = (Data(new.utf8), Date() + skew)
        MemoryTree.put(item, &state)
        return (new, [old])
      case 6, 7:
        guard isFree(name, in: folder), !MemoryTree.isItem(folder, atOrBelow: item.identifier, state) else {
          return (nil, [])
        }
        (item.parent, item.name) = (folder, name)
        MemoryTree.put(item, &state)
      case 8:
        let below = items.filter { MemoryTree.isItem($0.identifier, atOrBelow: item.identifier, state) }
        MemoryTree.remove(item.identifier, &state)
        return (nil, below.map { String(decoding: $0.contents, as: UTF8.self) })
      default:
        item.tags = new
        MemoryTree.put(item, &state)
      }
      return (nil, [])
    }
    alive.subtract(gone)
    if let added { alive.insert(added) }
  }
}
