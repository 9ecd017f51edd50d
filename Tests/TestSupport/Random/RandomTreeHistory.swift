package import FileProviderTesting

/// Changes a provider's tree at random and keeps it a tree; names repeat on purpose.
package struct RandomTreeHistory {
  /// What stays where it is, under the name that it has.
  private let staying: Set<String>
  private var number = 0

  package init(staying: Set<String> = []) { self.staying = staying }

  /// One change.
  package mutating func step(_ tree: MemoryTree, _ random: inout SeededGenerator) {
    let items = tree.items
    let folders = items.filter { $0.kind == .folder }.map(\.identifier) + [MemoryItem.root, MemoryItem.root]
    let parent = random.pick(folders)
    let name = "n\(random.below(9))"
    number += 1
    guard let item = items.randomElement(using: &random) else {
      tree.put(MemoryItem("i\(number)", name: name))
      return
    }
    let kind = random.below(12)
    if staying.contains(item.identifier), (4...8).contains(kind) || kind > 10 { return }
    switch kind {
    case 0, 1, 2: tree.put(MemoryItem("i\(number)", in: parent, name: name, contents: name))
    case 3: tree.put(.folder("i\(number)", in: parent, name: name))
    case 4:
      if !staying.contains(where: { tree.isItem($0, atOrBelow: item.identifier) }) { tree.remove(item.identifier) }
    case 5, 6:
      if !tree.isItem(parent, atOrBelow: item.identifier) { tree.change(item.identifier) { $0.parent = parent } }
    case 7, 8: tree.change(item.identifier) { $0.name = name }
    case 9: if item.kind == .file { tree.change(item.identifier) { $0.contents.append(65) } }
    case 10: tree.change(item.identifier) { $0.favoriteRank = $0.favoriteRank == nil ? 1 : nil }
    default: tree.change(item.identifier) { $0.parent = MemoryItem.trash }
    }
  }
}
