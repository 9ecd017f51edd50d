import FileProviderStore
import Foundation
import Glibc

/// A change by another process: `file PATH TEXT`, `mkdir PATH`, `symlink PATH TARGET`, `remote PATH file|folder`, `provided PATH
/// file|folder CAPABILITIES` (what a provider has, and allows with it), `rm PATH`, `dataless PATH`, `evict PATH`, `mv PATH PATH`, `chmod PATH MODE`, `favorite PATH RANK`, `used PATH`, `tag PATH TAGS`, `trash PATH`, `text
/// PATH TEXT`.
enum Change {
  static func run(store path: String, _ words: [String]) throws {
    let store = try ItemStore(directory: URL(fileURLWithPath: path))
    let verb = words[0]
    let path = words.count > 1 ? words[1] : ""
    let argument = words.count > 2 ? words[2] : ""
    switch verb {
    case "file":
      var new = try new(path, .file, store)
      let made = try store.contents.create()
      let key = made.key
      _ = write(made.number, argument, argument.utf8.count)
      made.keep()
      new.content = key
      new.size = Int64(argument.utf8.count)
      let item = new
      try store.change(author: "change") { (transaction) throws(StoreError) in try TreeEditor(transaction).create(item)
      }
    case "text":
      let made = try store.contents.create()
      let key = made.key
      _ = write(made.number, argument, argument.utf8.count)
      made.keep()
      let id = try item(path, store)
      try store.change(author: "change") { (transaction) throws(StoreError) in
        try transaction.setContents(key, size: Int64(argument.utf8.count), modified: .now, of: id)
      }
    case "mkdir", "symlink", "remote":
      var new = try new(
        path, verb == "mkdir" || argument == "folder" ? .folder : verb == "remote" ? .file : .symlink, store)
      if verb == "symlink" { new.target = Array(argument.utf8) }
      if verb == "remote" { new.flags = new.kind == .folder ? .unlisted : .dataless }
      let item = new
      try store.change(author: "change") { (transaction) throws(StoreError) in try TreeEditor(transaction).create(item)
      }
    case "evict": try store.evict(try item(path, store))
    case "provided":
      let place = try place(path, store)
      var item = ProvidedItem(
        identifier: path, parent: "", filename: place.name.spelling, kind: argument == "folder" ? .folder : .file)
      item.capabilities = UInt(words[3]) ?? 0
      // As `ScriptedSource` brings it.
      if item.kind == .file { item.size = Int64(place.name.spelling.utf8.count) }
      let said = item
      try store.change(author: "remote") { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).apply(said, in: place.parent)
      }
    default: try edit(verb, try item(path, store), argument, store)
    }
  }

  private static func edit(_ verb: String, _ id: ItemID, _ argument: String, _ store: ItemStore) throws {
    let place = verb == "mv" ? try place(argument, store) : nil
    try store.change(author: "change") { (transaction) throws(StoreError) in
      switch verb {
      case "rm": try TreeEditor(transaction).delete(id)
      case "dataless":
        let size = try transaction.item(id).size
        try transaction.setContents(nil, size: size, dataless: true, of: id)
      case "mv": if let place { try TreeEditor(transaction).move(id, to: place.parent, name: place.name) }
      case "chmod":
        var changes = AttributeChanges()
        changes.mode = UInt16(argument, radix: 8)
        try transaction.setAttributes(changes, of: id)
      case "favorite": try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = Int64(argument) }
      case "used": try TreeEditor(transaction).changeMembership(of: id) { $0.lastUsed = .now }
      case "tag": try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array(argument.utf8) }
      case "trash": try TreeEditor(transaction).trash(id, user: getuid())
      default: throw StoreError(.invalidName, "no such verb: \(verb)")
      }
    }
  }

  private static func item(_ path: String, _ store: ItemStore) throws -> ItemID {
    guard let item = try store.readCommitted({ (reader) throws(StoreError) in try reader.resolve(path) }) else {
      throw StoreError(.noSuchItem, "there is no \(path)")
    }
    return item.id
  }

  private static func place(_ path: String, _ store: ItemStore) throws -> (parent: ItemID, name: FileName) {
    let url = URL(fileURLWithPath: "/" + path)
    return (try item(url.deletingLastPathComponent().path, store), try FileName(url.lastPathComponent))
  }

  private static func new(_ path: String, _ kind: ItemKind, _ store: ItemStore) throws -> NewItem {
    let place = try place(path, store)
    return NewItem(
      parent: place.parent, name: place.name, kind: kind, mode: kind == .folder ? 0o755 : 0o644, owner: getuid(),
      group: getgid())
  }
}
