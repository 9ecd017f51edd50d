import FileProviderTesting
import Foundation
import TestSupport

extension Text {
  /// The texts of the provider's other side have numbers from here on.
  static let firstThere = 1_000_000
}

/// Other people at the provider: they make, write, rename and delete there.
struct OtherSide {
  let server: Server
  let journal: Journal
  var random: SeededGenerator
  var number: Int

  mutating func act() {
    if server.hasMany, random.oneIn(12) { removeMany() }
    number += 1
    let (number, kind, choice, other) = (number, random.below(12), random.below(1000), random.below(1000))
    let text = Text(number: number, size: random.oneIn(3) ? 40_000 + random.below(30_000) : 40 + random.below(400))
    let journal = journal
    server.change { tree in
      let items = tree.items
      let folders = items.filter { $0.kind == .folder }.map(\.identifier) + [MemoryItem.root]
      let folder = folders[other % folders.count]
      guard kind > 2, items.count > 3 else {
        var item = kind == 0 ? MemoryItem.folder("t\(number)", in: folder) : MemoryItem("t\(number)", in: folder)
        if kind != 0 { item.contents = Data(text.bytes) }
        if kind != 0 { journal.note(.new, text, item.identifier) }
        return tree.put(item)
      }
      var item = items[choice % items.count]
      switch kind {
      case 3..<8:
        guard item.kind == .file else { return }
        Self.noteGone(item, journal)
        journal.note(.new, text, item.identifier)
        item.contents = Data(text.bytes)
      case 8, 9: item.name = "t\(number)"
      case 10:
        guard !tree.isItem(folder, atOrBelow: item.identifier) else { return }
        (item.parent, item.name) = (folder, "t\(number)")
      default:
        for below in items where tree.isItem(below.identifier, atOrBelow: item.identifier) {
          Self.noteGone(below, journal)
        }
        return tree.remove(item.identifier)
      }
      tree.put(item)
    }
  }

  /// All of the very many go at once.
  private func removeMany() {
    let journal = journal
    let many = server.read { $0.items.filter { $0.name.hasPrefix(Server.manyPrefix) } }
    if many.isEmpty { return }
    server.change { tree in
      for item in many {
        Self.noteGone(item, journal)
        tree.remove(item.identifier)
      }
    }
  }

  private static func noteGone(_ item: MemoryItem, _ journal: Journal) {
    if let text = Text(item.contents) { journal.note(.gone, text, item.identifier) }
  }
}
