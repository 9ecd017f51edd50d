import FileProviderStore
import FileProviderTesting
import Foundation

/// Changes a tree at random, a little each time; `folder` and `a` stay.
struct RandomChanges {
  let seed: UInt64
  private var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
  }

  mutating func change(_ tree: MemoryTree) {
    let items = tree.items.filter { $0.identifier != "folder" && $0.identifier != "a" }
    let parent = [MemoryItem.root, "folder", MemoryItem.trash].randomElement(using: &random) ?? MemoryItem.root
    number += 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: tree.put(MemoryItem("new\(number)", in: parent))
    case 2: if let item = items.randomElement(using: &random) { tree.remove(item.identifier) }
    case 3:
      if let item = items.randomElement(using: &random), item.kind != .folder {
        tree.change(item.identifier) { $0.parent = parent }
      }
    case 4: if let item = items.randomElement(using: &random) { tree.change(item.identifier) { $0.name += "x" } }
    default: tree.change("a") { $0.contents.append(1) }
    }
  }
}

/// The same for a store.
struct RandomStoreChanges {
  let seed: UInt64
  private let stage: StoreStage
  private var random: SeededGenerator
  private var number = 0

  init(seed: UInt64, stage: StoreStage) {
    self.seed = seed
    self.stage = stage
    random = SeededGenerator(seed: seed)
  }

  mutating func change() throws {
    number += 1
    let kind = Int.random(in: 0..<7, using: &random)
    let parent = [ItemID.root, stage.folder].randomElement(using: &random) ?? .root
    let name = try FileName("n\(seed)-\(number)")
    let candidates = try items()
    let chosen = candidates.randomElement(using: &random)
    try stage.store.change(author: "random") { (transaction) throws(StoreError) in
      if kind < 2 {
        try transaction.create(NewItem(parent: parent, name: name, kind: .file, mode: 0o600, owner: 1, group: 1))
        return
      }
      guard let chosen, let item = try transaction.reader.item(chosen) else { return }
      switch kind {
      case 2: try transaction.delete(chosen)
      case 3:
        if item.parent == .trash {
          try transaction.restore(chosen, to: parent, name: name)
        } else {
          try transaction.move(chosen, to: parent, name: name)
        }
      case 4: if item.parent != .trash { try transaction.trash(chosen, user: 1) }
      case 5: try transaction.changeMembership(of: chosen) { $0.favoriteRank = $0.favoriteRank == nil ? 1 : nil }
      default:
        var changes = AttributeChanges()
        changes.mode = try transaction.item(stage.document).mode ^ 0o020
        try transaction.setAttributes(changes, of: stage.document)
      }
    }
  }

  private func items() throws -> [ItemID] {
    try stage.store.readCommitted { (reader) throws(StoreError) in
      var items: [ItemID] = []
      for parent in [ItemID.root, stage.folder, .trash] {
        try reader.forEachChild(of: parent, after: .none) { item, _ in
          if item.id != stage.folder && item.id != stage.document { items.append(item.id) }
          return true
        }
      }
      return items
    }
  }
}
