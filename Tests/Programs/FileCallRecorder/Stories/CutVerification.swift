import FileProviderStore
import Foundation

/// Whether a store that was opened after a power cut keeps what was promised before.
struct CutVerification {
  /// The promises that the store may be at: from the last one that was synchronized to the one that was under way.
  let promises: ArraySlice<Promise>
  /// The last one that was given.
  let last: Int
  /// The last generation that anybody can have seen.
  let generation: Int64

  /// - Parameters:
  ///   - promises: All of a trace.
  ///   - given: How many of them had been given.
  ///   - generation: The last one that can have been seen before the first.
  init(_ promises: [Promise], given: Int, after generation: Int64) {
    let first = promises.prefix(given).lastIndex(where: \.isSynchronized) ?? 0
    self.promises = promises[first..<max(given, min(given + 1, promises.count))]
    last = max(given - 1, 0)
    self.generation = given > 0 ? max(generation, promises[given - 1].generation) : generation
  }

  /// - Returns: What is wrong.
  func run(storeIn directory: URL) -> [String] {
    do {
      let mount = try StoreMount(directory: directory, grouping: false)
      var problems: [String] = []
      var contents: [String: [UInt8]] = [:]
      for name in try mount.documents() {
        do { contents[name] = try mount.read(name) } catch {
          contents[name] = []
          problems.append("“\(name)” cannot be read: \(error)")
        }
      }
      let kept = promises.indices.last { differences(of: contents, from: $0).isEmpty }
      if kept == nil {
        // The names come from one commit.
        let nearest = promises.indices.last { Set(promises[$0].documents.keys) == Set(contents.keys) }
        problems += differences(of: contents, from: nearest ?? min(last, promises.endIndex - 1))
      }
      return try problems + check(mount.store) + checkGenerations(mount.store, at: kept)
    } catch { return ["\(error)"] }
  }

  private func check(_ store: ItemStore) throws -> [String] {
    var findings: [String] = []
    // What is due is what any opening does, and no damage.
    try StoreCheck.run(storeIn: store.directory, StoreCheck.Options()) { finding in
      if finding.state == .left { findings.append("check: \(finding.path ?? "") \(finding.problem)") }
    }
    return findings
  }

  // MARK: Generations

  /// No generation is used twice, and a reader that has seen a lost one is told to start over.
  private func checkGenerations(_ store: ItemStore, at kept: Int?) throws -> [String] {
    var problems: [String] = []
    try store.readCommitted { (reader) throws(StoreError) in
      // What came back of contents is a change after the gap: the log may be there to its end all the same.
      let survived = try reader.integer("SELECT previous FROM log WHERE event = 4 ORDER BY generation DESC LIMIT 1")
      if let kept, kept < last, promises[kept].generation < generation, survived ?? 0 < generation,
        try reader.coversChanges(since: Generation(rawValue: generation))
      {
        problems.append("changes since generation \(generation) are told, and it is lost")
      }
    }
    let name = try FileName("after the cut")
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
    }
    let next = try store.readCommitted { (reader) throws(StoreError) in try reader.generation().rawValue }
    if next <= generation { problems.append("generation \(next) is given out again: \(generation) was seen") }
    return problems
  }
}

// MARK: Contents

extension CutVerification {
  /// What a promise says that is not so.
  private func differences(of found: [String: [UInt8]], from index: Int) -> [String] {
    let documents = promises[index].documents
    let names = Set(documents.keys).symmetricDifference(found.keys)
    if !names.isEmpty { return names.sorted().map { "“\($0)” is \(found[$0] == nil ? "lost" : "there again")" } }
    return found.sorted { $0.key < $1.key }.compactMap { name, bytes in
      guard let document = documents[name], !isLegal(bytes, of: document, at: index) else { return nil }
      return "“\(name)” has \(describe(bytes)), and is to have \(document)"
    }
  }

  private func isLegal(_ bytes: [UInt8], of document: Promise.Document, at index: Int) -> Bool {
    let (number, sizes) = (document.version.number, sizes(of: document.version.number))
    if ([document.version] + document.replaced).contains(where: { $0.number == 0 }) { return true }
    let synchronized = synchronized(number, at: index)
    let isWhole = document.isWhole || synchronized >= (sizes.max() ?? 0)
    let isOwn =
      isWhole
      ? sizes.contains { $0 > 0 && $0 == bytes.count } && Self.isPart(bytes, of: number, certain: bytes.count)
      : bytes.count <= sizes.max() ?? 0 && Self.isPart(bytes, of: number, certain: synchronized)
    if isOwn || isWhole { return isOwn || document.isWhole && isReplaced(bytes, document) }
    // Contents that were not synchronized are emptied and written in place: the bytes may be there before the commit that tells of them.
    let later = promises[index...].flatMap(\.documents.values).filter { $0.replaced.contains { $0.number == number } }
    if later.contains(where: { Self.isPart(bytes, of: $0.version.number, certain: 0) }) { return true }
    return synchronized == 0 && isReplaced(bytes, document)
  }

  /// Whether a document has what it had before, whole if it was.
  private func isReplaced(_ bytes: [UInt8], _ document: Promise.Document) -> Bool {
    document.replaced.contains { old in
      let certain = document.isWhole ? old.size : 0
      return bytes.count <= old.size && bytes.count >= certain && Self.isPart(bytes, of: old.number, certain: certain)
    }
  }

  /// What a version's size is, or was in any of the promises.
  private func sizes(of number: Int) -> Set<Int> {
    Set(promises.flatMap { $0.documents.values.map(\.version) }.filter { $0.number == number }.map(\.size))
  }

  /// How many bytes of a version are synchronized.
  private func synchronized(_ number: Int, at index: Int) -> Int {
    let given = [promises[min(index, last)], promises[last]]
    let documents = given.flatMap(\.documents.values).filter { $0.version.number == number }
    return documents.map(\.synchronized).max() ?? 0
  }

  /// Whether bytes are those of a version, or were not written: the first so many are.
  private static func isPart(_ bytes: [UInt8], of number: Int, certain: Int) -> Bool {
    guard bytes.count >= certain else { return false }
    for (index, byte) in bytes.enumerated() where byte != Promise.byte(number, at: index) {
      if byte != 0 || index < certain { return false }
    }
    return true
  }

  private func describe(_ bytes: [UInt8]) -> String {
    let numbers = Set(promises.flatMap { $0.documents.values.flatMap { [$0.version] + $0.replaced } }.map(\.number))
    let of = numbers.filter { $0 != 0 && Self.isPart(bytes, of: $0, certain: 0) }.sorted()
    return "\(bytes.count) bytes of \(of), \(bytes.filter { $0 == 0 }.count) of them not written"
  }
}
