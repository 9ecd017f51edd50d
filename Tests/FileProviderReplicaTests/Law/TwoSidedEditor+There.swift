import FileProvider
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport

// What other machines change at the provider, all at once.
extension TwoSidedEditor {
  /// Edits that leave items where they are.
  private static let kindsInPlace = [0, 1, 2, 3, 4, 5, 6, 10, 13, 14, 15, 16]

  mutating func editThere(_ random: inout SeededGenerator) {
    let new = text()
    // Where a path is all that there is of an item, a move cannot be seen: it is deleted, and another one is made.
    let kinds = stage.law?.names.isByPath == true ? Self.kindsInPlace : Array(0..<17)
    let edit = EditThere(
      kind: random.pick(kinds), text: new, name: "n\(random.below(6))", first: random.below(1000),
      second: random.below(1000), skew: skew, hasTrash: stage.domain.supportsSyncingTrash)
    let (added, gone) = stage.tree.state.withLock { edit.make(&$0) }
    trace.note("there \(edit.kind): \(edit.said ?? "nothing") “\(new)”, instead of \(gone)")
    end(gone)
    if let added { alive.insert(added) }
  }
}

/// An edit at the provider, with the numbers that choose what it is of.
private final class EditThere {
  let (kind, text, name): (Int, String, String)
  private let (first, second): (Int, Int)
  private let (skew, hasTrash): (Double, Bool)
  /// What it did.
  private(set) var said: String?

  init(kind: Int, text: String, name: String, first: Int, second: Int, skew: Double, hasTrash: Bool) {
    (self.kind, self.text, self.name) = (kind, text, name)
    (self.first, self.second) = (first, second)
    (self.skew, self.hasTrash) = (skew, hasTrash)
  }

  /// - Returns: The contents that it added, and those that it replaced.
  func make(_ state: inout MemoryTree.State) -> (added: String?, gone: [String]) {
    let own = state.items.children(of: MemoryItem.root).filter { "/\($0.name)".hasPrefix(TwoSidedEditor.own) }
    let items = state.items.values.sorted { $0.serial < $1.serial }.filter { item in
      !own.contains { MemoryTree.isItem(item.identifier, atOrBelow: $0.identifier, state) }
    }
    let folders = items.filter { $0.kind == .folder }.map(\.identifier) + [MemoryItem.root]
    let folder = folders[first % folders.count]
    guard kind > 3, !items.isEmpty else { return add(to: folder, &state) }
    let (item, other) = (items[second % items.count], items[first % items.count])
    switch kind {
    case 4, 5, 6: return write(item, &state)
    case 7, 8, 9: move(item, to: folder, &state)
    case 10: return remove(item, &state)
    case 11: exchange(item, other, &state)
    case 12: if hasTrash { put(item, in: MemoryItem.trash, item.name, &state) }
    case 13: return replace(item, &state)
    default:
      var item = item
      if kind == 14 { item.extendedAttributes["note"] = text } else { item.tags = text }
      MemoryTree.put(item, &state)
      said = "attributes of \(item.identifier)"
    }
    return (nil, [])
  }

  private func isFree(_ name: String, in folder: String, _ state: MemoryTree.State) -> Bool {
    !state.items.values.contains { $0.parent == folder && $0.name == name }
  }

  private func put(_ item: MemoryItem, in folder: String, _ name: String, _ state: inout MemoryTree.State) {
    var item = item
    (item.parent, item.name) = (folder, name)
    MemoryTree.put(item, &state)
    said = "\(item.identifier) to \(folder)/\(name)"
  }

  private func add(to folder: String, _ state: inout MemoryTree.State) -> (added: String?, gone: [String]) {
    guard isFree(name, in: folder, state) else { return (nil, []) }
    switch kind {
    case 2:
      put(.folder("i\(text)"), in: folder, name, &state)
      return (nil, [])
    case 3: put(.symlink("i\(text)", to: text), in: folder, name, &state)
    default: put(MemoryItem("i\(text)", contents: text), in: folder, name, &state)
    }
    return (text, [])
  }

  private func write(_ item: MemoryItem, _ state: inout MemoryTree.State) -> (added: String?, gone: [String]) {
    var new = item
    switch item.kind {
    case .folder: return (nil, [])
    case .file: (new.contents, new.modified) = (Data(text.utf8), Date() + skew)
    case .symlink: new.target = text
    }
    MemoryTree.put(new, &state)
    said = "contents of \(item.identifier)"
    return (text, [item.text])
  }

  private func move(_ item: MemoryItem, to folder: String, _ state: inout MemoryTree.State) {
    guard isFree(name, in: folder, state), !MemoryTree.isItem(folder, atOrBelow: item.identifier, state) else { return }
    put(item, in: folder, name, &state)
  }

  private func exchange(_ item: MemoryItem, _ other: MemoryItem, _ state: inout MemoryTree.State) {
    guard item.parent != MemoryItem.trash, other.parent != MemoryItem.trash,
      !MemoryTree.isItem(item.identifier, atOrBelow: other.identifier, state),
      !MemoryTree.isItem(other.identifier, atOrBelow: item.identifier, state)
    else { return }
    put(item, in: other.parent, other.name, &state)
    put(other, in: item.parent, item.name, &state)
    said = "\(item.identifier) and \(other.identifier) exchanged"
  }

  private func remove(_ item: MemoryItem, _ state: inout MemoryTree.State) -> (added: String?, gone: [String]) {
    let below = state.items.values.filter { MemoryTree.isItem($0.identifier, atOrBelow: item.identifier, state) }
    MemoryTree.remove(item.identifier, &state)
    said = "\(item.identifier) removed"
    return (nil, below.map(\.text))
  }

  /// Another document takes the place of one.
  private func replace(_ item: MemoryItem, _ state: inout MemoryTree.State) -> (added: String?, gone: [String]) {
    guard item.kind == .file else { return (nil, []) }
    let gone = remove(item, &state).gone
    put(MemoryItem("i\(text)", contents: text), in: item.parent, item.name, &state)
    return (text, gone)
  }
}

extension MemoryItem {
  /// A document's contents, or what a link leads to; nothing for a folder.
  var text: String { target ?? String(decoding: contents, as: UTF8.self) }
}
