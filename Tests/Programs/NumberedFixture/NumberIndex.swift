import FileProvider
import Foundation

/// The numbers of a folder's items, kept in a file beside it. What has changed on the disk, by this provider or by somebody else, is found by looking: a
/// file that is elsewhere now is known by its inode.
final class NumberIndex {
  struct Record: Codable, Equatable {
    var number: Int
    var parent: Int
    var name: String
    var kind: FileFacts.Kind
    var file: UInt64
    var stamp: String
    var metadata: String
    /// The revisions of the last changes of the contents, and of anything.
    var content: Int
    var changed: Int
  }

  private struct Notes: Codable {
    var revision = 0
    var last = 0
    var records: [Int: Record] = [:]
    /// When what is gone went.
    var gone: [Int: Int] = [:]
  }

  let folder: DiskFolder
  private var notes = Notes()
  private var numbers: [String: Int] = [:]

  var revision: Int { notes.revision }

  init(_ folder: DiskFolder) {
    self.folder = folder
    if let data = try? Data(contentsOf: url), let known = try? JSONDecoder().decode(Notes.self, from: data) {
      notes = known
    }
    update()
  }

  private var url: URL { folder.notes.appendingPathComponent("index") }

  // MARK: Items

  func path(_ identifier: NSFileProviderItemIdentifier) throws -> String {
    if identifier == .rootContainer || identifier == .workingSet { return "" }
    guard let number = Int(identifier.rawValue), notes.records[number] != nil else {
      throw NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
    }
    return path(number)
  }

  private func path(_ number: Int) -> String {
    guard let record = notes.records[number] else { return "" }
    return DiskFolder.join(path(record.parent), record.name)
  }

  func item(_ identifier: NSFileProviderItemIdentifier) throws -> StoredItem {
    if identifier == .rootContainer, let facts = folder.facts("") {
      return StoredItem(
        facts, identifier: .rootContainer, parent: .rootContainer, filename: folder.root.lastPathComponent,
        contentVersion: "root", metadataVersion: "root")
    }
    guard let record = Int(identifier.rawValue).flatMap({ notes.records[$0] }), let item = item(record) else {
      throw NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
    }
    return item
  }

  func item(_ record: Record) -> StoredItem? {
    guard let facts = folder.facts(path(record.number)) else { return nil }
    return StoredItem(
      facts, identifier: NSFileProviderItemIdentifier(String(record.number)),
      parent: record.parent == 0 ? .rootContainer : NSFileProviderItemIdentifier(String(record.parent)),
      filename: record.name, contentVersion: String(record.content), metadataVersion: String(record.changed))
  }

  /// What is at a path on the disk now.
  func item(at path: String) -> StoredItem? {
    update()
    return numbers[path].flatMap { notes.records[$0] }.flatMap { item($0) }
  }

  func records(in container: NSFileProviderItemIdentifier) -> [Record] {
    let parent = Int(container.rawValue) ?? 0
    return notes.records.values.filter { $0.parent == parent }.sorted { $0.number < $1.number }
  }

  func changes(since revision: Int) -> (updated: [Record], deleted: [Int]) {
    let updated = notes.records.values.filter { $0.changed > revision }.sorted { $0.number < $1.number }
    return (updated, notes.gone.filter { $0.value > revision }.keys.sorted())
  }

  // MARK: The disk

  /// Notes that this provider has moved an item.
  func noteMove(of identifier: NSFileProviderItemIdentifier, to path: String) {
    guard let number = Int(identifier.rawValue), var record = notes.records[number] else { return }
    notes.revision += 1
    record.parent = numbers[DiskFolder.folder(of: path)] ?? 0
    record.name = DiskFolder.name(of: path)
    record.changed = notes.revision
    notes.records[number] = record
    save()
  }

  /// Compares the disk with what is known.
  ///
  /// - Parameter identifier: An item whose contents are the same, whatever its date.
  func update(keepingContentsOf identifier: NSFileProviderItemIdentifier? = nil) {
    let before = notes.records
    let files = Dictionary(before.values.map { ($0.file, $0.number) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(before.values.map { ("\($0.parent)/\($0.name)", $0.number) }, uniquingKeysWith: { $1 })
    var seen: Set<Int> = []
    numbers = [:]
    for path in folder.paths() {
      guard let facts = folder.facts(path) else { continue }
      let parent = numbers[DiskFolder.folder(of: path)] ?? 0
      let name = DiskFolder.name(of: path)
      var known = places["\(parent)/\(name)"].flatMap { before[$0]?.kind == facts.kind ? $0 : nil }
      if known == nil, let moved = files[facts.number], !seen.contains(moved), before[moved]?.kind == facts.kind,
        folder.facts(self.path(moved))?.number != facts.number
      {
        known = moved
      }
      let number = known.flatMap { seen.contains($0) ? nil : $0 } ?? newNumber()
      seen.insert(number)
      numbers[path] = number
      note(facts, number, parent, name, keepsContents: identifier?.rawValue == String(number))
    }
    for number in before.keys where !seen.contains(number) {
      notes.revision += 1
      notes.records[number] = nil
      notes.gone[number] = notes.revision
    }
    if notes.records != before { save() }
  }

  private func newNumber() -> Int {
    notes.last += 1
    return notes.last
  }

  private func note(_ facts: FileFacts, _ number: Int, _ parent: Int, _ name: String, keepsContents: Bool) {
    // A folder's date follows what is done in it.
    let metadata = facts.kind == .folder ? String(facts.permissions) : facts.metadata
    var record = Record(
      number: number, parent: parent, name: name, kind: facts.kind, file: facts.number, stamp: facts.stamp,
      metadata: metadata, content: 0, changed: 0)
    if facts.kind == .folder { record.stamp = "" }
    if let old = notes.records[number] {
      (record.content, record.changed) = (old.content, old.changed)
      if record == old { return }
      if record.stamp != old.stamp, !keepsContents { record.content = notes.revision + 1 }
    } else {
      record.content = notes.revision + 1
    }
    notes.revision += 1
    record.changed = notes.revision
    notes.records[number] = record
  }

  private func save() { try? JSONEncoder().encode(notes).write(to: url, options: .atomic) }
}
