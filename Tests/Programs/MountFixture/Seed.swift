import FileProviderStore
import Foundation
import Glibc

enum Seed {
  /// A folder `flat` with so many documents, and a tree `tree` of about as many items: ten folders in each, nine
  /// files in the last.
  static func run(store path: String, files: Int) throws {
    let store = try ItemStore(directory: URL(fileURLWithPath: path))
    let flat = try folder("flat", in: .root, store)
    var index = 0
    while index < files {
      try store.change(author: "seed") { (transaction) throws(StoreError) in
        for number in index..<min(index + 2000, files) {
          try TreeEditor(transaction).create(document(String(format: "f%07d", number), in: flat))
        }
      }
      index += 2000
    }
    var folders = [try folder("tree", in: .root, store)]
    var made = 1
    while made + folders.count * 10 < files / 2 {
      var next: [ItemID] = []
      for parent in folders {
        try store.change(author: "seed") { (transaction) throws(StoreError) in
          for number in 0..<10 {
            let new = NewItem(
              parent: parent, name: try FileName("dir-\(number)"), kind: .folder, mode: 0o755, owner: getuid(),
              group: getgid())
            next.append(try TreeEditor(transaction).create(new).id)
          }
        }
      }
      made += next.count
      folders = next
    }
    for parent in folders {
      try store.change(author: "seed") { (transaction) throws(StoreError) in
        for number in 0..<9 { try TreeEditor(transaction).create(document("file-\(number).txt", in: parent)) }
      }
    }
  }

  private static func folder(_ name: String, in parent: ItemID, _ store: ItemStore) throws -> ItemID {
    try store.change(author: "seed") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(
          parent: parent, name: try FileName(name), kind: .folder, mode: 0o755, owner: getuid(), group: getgid())
      ).id
    }
  }

  private static func document(_ name: String, in parent: ItemID) throws(StoreError) -> NewItem {
    var new = NewItem(
      parent: parent, name: try FileName(name), kind: .file, mode: 0o644, owner: getuid(), group: getgid())
    new.touchesParent = false
    return new
  }
}
