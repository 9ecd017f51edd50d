import FileProviderStore
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport

/// The two sides that may own a tree.
extension OwnTree {
  /// Makes an edit as a program of a machine.
  mutating func editHere(_ stage: ReplicaStage, _ random: inout SeededGenerator) throws -> String? {
    let steps = steps(&random)
    for step in steps { try makeHere(step, stage) }
    return steps.isEmpty ? nil : "\(steps)"
  }

  private mutating func makeHere(_ step: Step, _ stage: ReplicaStage) throws {
    switch step {
    case .make(let path, .folder): try stage.make(path, kind: .folder)
    case .make(let path, .document(let text)): try stage.make(path, text)
    case .make(let path, .link(let target)): try stage.make(path, target, kind: .symlink)
    case .write(let path, .document(let text)): try stage.write(path, text)
    case .save(let path, .document(let text)): try stage.save(path, text)
    case .write(let path, .link(let target)), .save(let path, .link(let target)): try stage.retarget(path, to: target)
    case .write, .save: break
    case .move(let path, let place):
      if entries[place] == nil { try stage.move(path, to: place) } else { try stage.replace(place, with: path) }
    case .remove(let path): try stage.remove(path)
    case .exchange(let path, let other): try stage.exchange(path, other)
    }
    apply(step)
  }

  /// Makes an edit at the provider.
  mutating func editThere(_ tree: MemoryTree, _ random: inout SeededGenerator, identifier: String) -> String? {
    let steps = steps(&random)
    for step in steps { makeThere(step, tree, identifier) }
    return steps.isEmpty ? nil : "\(steps)"
  }

  private mutating func makeThere(_ step: Step, _ tree: MemoryTree, _ identifier: String) {
    tree.state.withLock { state in
      switch step {
      case .make(let path, let entry): Self.make(path, entry, identifier, &state)
      case .write(let path, let entry): Self.write(path, entry, &state)
      case .save(let path, let entry):
        Self.remove(path, &state)
        Self.make(path, entry, identifier, &state)
      case .move(let path, let place):
        Self.remove(place, &state)
        Self.move(path, to: place, &state)
      case .remove(let path): Self.remove(path, &state)
      case .exchange(let path, let other):
        guard let first = state.item(at: path), let second = state.item(at: other) else { return }
        Self.put(first, at: second, &state)
        Self.put(second, at: first, &state)
      }
    }
    apply(step)
  }

  private static func make(_ path: String, _ entry: Entry, _ identifier: String, _ state: inout MemoryTree.State) {
    let (folder, name) = parts(path)
    guard let parent = state.identifier(at: folder) else { return }
    switch entry {
    case .folder: MemoryTree.put(.folder(identifier, in: parent, name: name), &state)
    case .document(let text): MemoryTree.put(MemoryItem(identifier, in: parent, name: name, contents: text), &state)
    case .link(let target):
      var link = MemoryItem.symlink(identifier, to: target, in: parent)
      link.name = name
      MemoryTree.put(link, &state)
    }
  }

  private static func write(_ path: String, _ entry: Entry, _ state: inout MemoryTree.State) {
    guard var item = state.item(at: path) else { return }
    switch entry {
    case .folder: return
    case .document(let text): (item.contents, item.modified) = (Data(text.utf8), Date())
    case .link(let target): item.target = target
    }
    MemoryTree.put(item, &state)
  }

  private static func remove(_ path: String, _ state: inout MemoryTree.State) {
    if let item = state.item(at: path) { MemoryTree.remove(item.identifier, &state) }
  }

  private static func move(_ path: String, to place: String, _ state: inout MemoryTree.State) {
    let (folder, name) = parts(place)
    guard var item = state.item(at: path), let parent = state.identifier(at: folder) else { return }
    (item.parent, item.name) = (parent, name)
    MemoryTree.put(item, &state)
  }

  private static func put(_ item: MemoryItem, at other: MemoryItem, _ state: inout MemoryTree.State) {
    var item = item
    (item.parent, item.name) = (other.parent, other.name)
    MemoryTree.put(item, &state)
  }

  private static func parts(_ path: String) -> (folder: String, name: String) {
    let url = URL(fileURLWithPath: path)
    return (url.deletingLastPathComponent().path, url.lastPathComponent)
  }

  // MARK: The end

  /// What is wrong with it at the provider.
  func problems(_ tree: MemoryTree) -> [String] {
    let state = tree.state.withLock { $0 }
    guard let top = state.identifier(at: path) else { return ["\(path) is missing"] }
    var found: [String: Entry] = [:]
    var (folders, doubled) = ([(path, top)], [String]())
    while let (path, folder) = folders.popLast() {
      for item in state.items.children(of: folder) {
        let place = path + "/" + item.name
        if found[place] != nil { doubled.append("\(place) is there twice") }
        found[place] =
          switch item.kind {
          case .folder: .folder
          case .file: .document(item.text)
          case .symlink: .link(item.text)
          }
        if item.kind == .folder { folders.append((place, item.identifier)) }
      }
    }
    return doubled + differences(from: found)
  }
}

extension MemoryTree.State {
  /// The item at a path.
  func item(at path: String) -> MemoryItem? {
    var (parent, found) = (MemoryItem.root, MemoryItem?.none)
    for name in path.split(separator: "/") {
      guard let item = items.children(of: parent, named: String(name)).first else { return nil }
      (parent, found) = (item.identifier, item)
    }
    return found
  }

  func identifier(at path: String) -> String? { path == "/" ? MemoryItem.root : item(at: path)?.identifier }
}
