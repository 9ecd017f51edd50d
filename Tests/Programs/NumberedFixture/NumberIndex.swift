import FileProvider
import Foundation

/// The numbers of a folder's items, kept beside it. What this provider has changed is looked at by itself, and what somebody else has changed is found by
/// comparing the whole disk with what is known: a file that is elsewhere now is known by its inode.
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

  let folder: DiskFolder
  private let file: NumberFile
  private var notes: NumberFile.Notes
  private var numbers: [String: Int] = [:]
  /// What is at an inode.
  private var files: [UInt64: Int] = [:]

  var revision: Int { notes.revision }

  init(_ folder: DiskFolder) {
    self.folder = folder
    file = NumberFile(folder.notes)
    notes = file.read()
    file.write(notes)
    update()
  }

  // MARK: Items

  func path(_ identifier: NSFileProviderItemIdentifier) throws -> String {
    try folder.reach()
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
    try folder.reach()
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
    // Something else may have its place by now, and is another item.
    guard let facts = folder.facts(path(record.number)), facts.kind == record.kind else { return nil }
    return StoredItem(
      facts, identifier: NSFileProviderItemIdentifier(String(record.number)),
      parent: record.parent == 0 ? .rootContainer : NSFileProviderItemIdentifier(String(record.parent)),
      filename: record.name, contentVersion: String(record.content), metadataVersion: String(record.changed))
  }

  /// What is at a path on the disk now.
  func item(at path: String) -> StoredItem? {
    update(path)
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
    numbers[self.path(number)] = nil
    numbers[path] = number
    record.parent = numbers[DiskFolder.folder(of: path)] ?? 0
    record.name = DiskFolder.name(of: path)
    keep(&record)
    // Whatever is in a folder has another path now.
    if record.kind == .folder { update() }
  }

  /// Notes that this provider has removed what was at a path.
  func noteRemoval(of path: String) {
    guard let number = numbers[path], notes.records[number]?.kind != .folder else { return update() }
    numbers[path] = nil
    forget(number)
  }

  /// Looks at what this provider has just changed. The whole disk is compared where more than this one item may be another than was known.
  ///
  /// - Parameter keepsContents: Whether the contents are the same, whatever the date.
  func update(_ path: String, keepsContents: Bool = false) {
    let folder = DiskFolder.folder(of: path)
    guard let facts = self.folder.facts(path) else { return numbers[path] == nil ? () : update() }
    let known = numbers[path]
    let isExpected = known.map { notes.records[$0]?.kind == facts.kind } ?? (files[facts.number] == nil)
    guard isExpected, let parent = folder.isEmpty ? 0 : numbers[folder] else {
      return update(keepingContentsOf: keepsContents ? known : nil)
    }
    let number = known ?? newNumber()
    numbers[path] = number
    note(facts, number, parent, DiskFolder.name(of: path), keepsContents: keepsContents)
  }

  /// Compares the disk with what is known.
  ///
  /// - Parameters:
  ///   - unchanged: An item whose contents are the same, whatever its date.
  ///   - isSecondLook: Whether what is not found is gone: what is moved while it is looked for is found the second time.
  func update(keepingContentsOf unchanged: Int? = nil, isSecondLook: Bool = false) {
    guard folder.isThere else { return }
    let before = notes.records
    files = Dictionary(before.values.map { ($0.file, $0.number) }, uniquingKeysWith: { first, _ in first })
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
      note(facts, number, parent, name, keepsContents: unchanged == number)
    }
    // What was missing because the folder is away is not gone.
    guard folder.isThere else { return }
    let missing = before.keys.filter { !seen.contains($0) }
    if !missing.isEmpty, !isSecondLook { return update(keepingContentsOf: unchanged, isSecondLook: true) }
    for number in missing { forget(number) }
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
    keep(&record)
  }

  private func keep(_ record: inout Record) {
    record.changed = notes.revision + 1
    note(NumberFile.Entry(revision: record.changed, number: record.number, record: record))
  }

  private func forget(_ number: Int) { note(NumberFile.Entry(revision: notes.revision + 1, number: number)) }

  private func note(_ entry: NumberFile.Entry) {
    if let old = notes.records[entry.number], files[old.file] == old.number { files[old.file] = nil }
    if let record = entry.record { files[record.file] = record.number }
    notes.apply(entry)
    file.append(entry)
  }
}
