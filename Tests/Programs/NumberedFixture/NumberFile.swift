import Foundation

/// What is known of a folder's items, in two files: all of it as it was when the provider started, and a line for each change since then, so that a
/// change costs the same however many items there are.
final class NumberFile {
  struct Notes: Codable {
    var revision = 0
    var last = 0
    var records: [Int: NumberIndex.Record] = [:]
    /// When what is gone went.
    var gone: [Int: Int] = [:]

    mutating func apply(_ entry: Entry) {
      revision = entry.revision
      last = max(last, entry.number)
      records[entry.number] = entry.record
      gone[entry.number] = entry.record == nil ? entry.revision : nil
    }
  }

  /// One item that has changed.
  struct Entry: Codable {
    var revision: Int
    var number: Int
    /// `nil` when the item is gone.
    var record: NumberIndex.Record?
  }

  private let all: URL
  private let changes: URL
  private var handle: FileHandle?

  init(_ folder: URL) {
    all = folder.appendingPathComponent("index")
    changes = folder.appendingPathComponent("changes")
  }

  func read() -> Notes {
    var notes = Notes()
    if let data = try? Data(contentsOf: all), let known = try? JSONDecoder().decode(Notes.self, from: data) {
      notes = known
    }
    for line in ((try? Data(contentsOf: changes)) ?? Data()).split(separator: UInt8(ascii: "\n")) {
      // A line that was not written whole is the last one, and nobody was told of it. What the first file has already is older.
      guard let entry = try? JSONDecoder().decode(Entry.self, from: line), entry.revision > notes.revision else {
        continue
      }
      notes.apply(entry)
    }
    return notes
  }

  /// Writes everything, and starts with an empty list of changes.
  func write(_ notes: Notes) {
    try? JSONEncoder().encode(notes).write(to: all, options: .atomic)
    try? Data().write(to: changes)
    handle = try? FileHandle(forWritingTo: changes)
  }

  func append(_ entry: Entry) {
    guard var line = try? JSONEncoder().encode(entry) else { return }
    line.append(UInt8(ascii: "\n"))
    try? handle?.write(contentsOf: line)
  }
}
