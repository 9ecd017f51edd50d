import FileProvider
@testable import FileProviderReplica
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import TestSupport

extension ReplicaStage {
  /// How what is here differs from what is at the provider, by its identifiers; `nil` if it does not.
  func difference() throws -> String? {
    let there = Dictionary(uniqueKeysWithValues: shownItems().map { ($0.identifier, $0) })
    var (seen, strangers): (Set<String>, [String]) = ([], [])
    var difference: String?
    try store.readCommitted { (reader) throws(StoreError) in
      let rescued = try RescueReader(reader).rescuedFolder()
      var folders = [ItemID.root, .trash]
      while let folder = folders.popLast() {
        var children: [(ItemAttributes, String)] = []
        try reader.forEachChild(of: folder, after: .none) { item, name in
          children.append((copy item, String(decoding: name, as: UTF8.self)))
          return true
        }
        for (item, name) in children {
          if item.id == rescued {
            try seen.formUnion(known(below: item.id, reader))
            continue
          }
          if item.isFolder { folders.append(item.id) }
          guard let row = try ProvidedReader(reader).provided(item.id), let there = there[row.identifier] else {
            strangers.append(name)
            continue
          }
          seen.insert(row.identifier)
          let parent = try ProvidedReader(reader).providerIdentifier(of: folder)?.rawValue
          // Names in the trash are different from each other here, which is the store's doing.
          let hasName = name == there.name || folder == .trash
          var isSame = parent == there.parent && hasName && item.kind.word == there.kind.rawValue
          let tags = try reader.membership(of: item.id)?.tags.map { String(decoding: $0, as: UTF8.self) }
          isSame = isSame && tags == there.tags
          let note = try reader.extendedAttribute("user.note", of: item.id).map { String(decoding: $0, as: UTF8.self) }
          isSame = isSame && note == there.extendedAttributes["note"]
          if item.kind == .symlink {
            let target = try reader.target(of: item.id).map { String(decoding: $0, as: UTF8.self) }
            isSame = isSame && target == there.target
          }
          if item.kind == .file {
            isSame = isSame && item.size == Int64(there.contents.count)
            if !item.flags.contains(.dataless), let key = item.content {
              isSame = isSame && (try? store.data(of: key)) == there.contents
            }
          }
          if !isSame { difference = "\(name) in \(parent ?? "?"), \(item), tags \(tags ?? "") is not \(there)" }
        }
      }
    }
    if let difference { return difference }
    let missing = there.filter { !seen.contains($0.key) }.values
    if strangers.isEmpty && missing.isEmpty { return nil }
    return "only here: \(strangers); only there: \(missing.map { "\($0.parent)/\($0.name)" })"
  }

  /// The items as the provider shows them.
  func shownItems() -> [MemoryItem] { law.map { Array($0.names.shown().values) } ?? tree.items }

  /// The item at the provider whose contents are those of a version.
  func shownItem(_ identifier: String, contentVersion: [UInt8]?) -> MemoryItem? {
    if let names = law?.names, names.isByPath {
      // It may have another path by now, and its version is its own.
      return names.shown().values.first { contentVersion == Array(names.contentVersion($0).utf8) }
    }
    guard let item = tree[identifier], contentVersion == Array(String(item.contentVersion).utf8) else { return nil }
    return item
  }

  /// What the provider knows and somebody here has moved to what was rescued: there it stays where it was.
  private func known(below folder: ItemID, _ reader: StoreReader) throws(StoreError) -> Set<String> {
    var (folders, known): ([ItemID], Set<String>) = ([folder], [])
    while let folder = folders.popLast() {
      var children: [ItemAttributes] = []
      try reader.forEachChild(of: folder, after: .none) { item, _ in
        children.append(copy item)
        return true
      }
      for item in children {
        if item.isFolder { folders.append(item.id) }
        if let row = try ProvidedReader(reader).provided(item.id) { known.insert(row.identifier) }
      }
    }
    return known
  }

  /// The contents of what was rescued, and what links lead to.
  func rescued() throws -> [String] {
    var texts: [String] = []
    try store.readCommitted { (reader) throws(StoreError) in
      var folders = [try RescueReader(reader).rescuedFolder()].compactMap { $0 }
      while let folder = folders.popLast() {
        var links: [ItemID] = []
        try reader.forEachChild(of: folder, after: .none) { item, _ in
          if item.isFolder { folders.append(item.id) }
          if item.kind == .symlink { links.append(item.id) }
          if let key = item.content, let data = try? store.data(of: key) {
            texts.append(String(decoding: data, as: UTF8.self))
          }
          return true
        }
        for link in links {
          if let target = try reader.target(of: link) { texts.append(String(decoding: target, as: UTF8.self)) }
        }
      }
    }
    return texts
  }
}
