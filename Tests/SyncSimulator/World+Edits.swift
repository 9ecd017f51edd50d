import FileProviderSync

/// The texts of a small scope. They differ, and have the same size.
private let texts = [1, 3]
private let documentName = "a"
private let folderName = "F"

extension World {
  /// All operations that a program on the machine has in a small scope: one folder, two documents, two texts. A document
  /// has one name, which the folder may take too.
  func editsHere() -> [Edit<ItemNumber>] {
    let tables = machines[0].tables
    let all = items(below: .root, of: 0)
    let documents = all.filter { tables.local($0)?.kind != .folder }
    let folders = all.filter { tables.local($0)?.kind == .folder }
    var edits = creations(in: [.root] + folders, documents, folders) { tables.localHolder(of: Place($0, $1)) == nil }
    for document in documents {
      let contents = tables.local(document)?.contents
      edits += texts.filter { contents != Text($0, writing: 0).contents }.map { .write(document, text: $0) }
      edits += texts.map { .save(document, text: $0) }
      if let parent = tables.local(document)?.place.parent { edits += moves(document, from: parent, .root, folders) }
    }
    for folder in folders {
      edits += renames(folder, tables.local(folder)?.place.name) { tables.localHolder(of: Place(.root, $0)) == nil }
    }
    return edits + all.map { .delete($0) } + exchanges(documents)
  }

  /// All that somebody at the provider has.
  func editsThere() -> [Edit<Int>] {
    let all = server.below(0)
    let documents = all.filter { server.items[$0]?.kind != .folder }
    let folders = all.filter { server.items[$0]?.kind == .folder }
    var edits = creations(in: [0] + folders, documents, folders) { server.child(of: $0, named: $1) == nil }
    for document in documents {
      guard let item = server.items[document] else { continue }
      let contents = server.texts[item.version.contents]?.contents
      edits += texts.filter { contents != Text($0, writing: 0).contents }.map { .write(document, text: $0) }
      edits += moves(document, from: item.parent, 0, folders)
    }
    for folder in folders {
      edits += renames(folder, server.items[folder]?.name) { server.child(of: 0, named: $0) == nil }
    }
    return edits + all.map { .delete($0) } + exchanges(documents)
  }

  private func creations<Item>(
    in all: [Item], _ documents: [Item], _ folders: [Item], _ isFree: (Item, String) -> Bool
  ) -> [Edit<Item>] {
    var edits: [Edit<Item>] = []
    if folders.isEmpty, isFree(all[0], folderName) {
      edits.append(.create(in: all[0], name: folderName, .folder, text: 0))
    }
    guard documents.count < 2 else { return edits }
    for folder in all where isFree(folder, documentName) {
      edits += texts.map { .create(in: folder, name: documentName, setting.hasLinks ? .link : .document, text: $0) }
    }
    return edits
  }

  /// To the other folder, where a machine replaces what is there.
  private func moves<Item>(_ document: Item, from parent: Item, _ root: Item, _ folders: [Item]) -> [Edit<Item>] {
    ([root] + folders).filter { $0 != parent }.map { .move(document, to: $0, name: documentName) }
  }

  /// Where case does not count, the folder's new name differs from a document's by that alone.
  private func renames<Item>(_ folder: Item, _ old: String?, _ isFree: (String) -> Bool) -> [Edit<Item>] {
    let other = setting.kind == .caseInsensitive ? documentName.uppercased() : documentName
    return [folderName, other].filter { $0 != old && isFree($0) }.map { .rename(folder, name: $0) }
  }

  private func exchanges<Item>(_ documents: [Item]) -> [Edit<Item>] {
    documents.count == 2 ? [.exchange(documents[0], documents[1])] : []
  }
}
