import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Random changes of some documents by two mounts of one store, beside what the documents have to contain: also for programs that keep them open, and after a
/// loss of power between any two steps.
struct SmallContentsHistory {
  /// A document, and what it may have after a loss of power.
  private struct Document {
    var bytes: [UInt8] = []
    /// What it had since it was on the disk.
    var earlier: Set<[UInt8]> = [[]]
  }

  /// A document that a program keeps open.
  private struct Kept {
    let side: Int
    let handle: HandleNumber
    let id: ItemID
    let isWritable: Bool
    /// `nil` once it is removed, or replaced.
    var name: String?
    var bytes: [UInt8]
  }

  private let fixture: FileSystemFixture
  private let systems: [(system: FileSystem, context: RequestContext)]
  private var documents: [String: Document] = [:]
  private var kept: [Kept] = []
  /// What was done, for the message.
  private(set) var steps: [String] = []
  private static let names = ["a", "b", "c"]
  private static let limit = SmallContents.largest

  init() throws {
    fixture = try FileSystemFixture()
    let other = try fixture.otherMount()
    systems = [(fixture.fileSystem, fixture.context), (other.fileSystem, other.context)]
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    let name = random.pick(Self.names)
    let side = random.below(2)
    let kind = random.below(16)
    steps.append("\(kind) \(name) by \(side)")
    switch kind {
    case 0..<3: try write(name, O_RDWR, side, &random)
    case 3..<5: try write(name, O_RDWR | O_TRUNC, side, &random)
    case 5..<7:
      // Saved by a rename.
      documents["tmp"] = nil
      try write("tmp", O_RDWR, side, &random)
      loseName(name)
      try rename("tmp", to: name, random.below(2))
      let old = documents[name]
      documents[name] = documents.removeValue(forKey: "tmp")
      if let old { documents[name]?.earlier.formUnion(old.earlier.union([old.bytes])) }
      for index in kept.indices where kept[index].name == "tmp" { kept[index].name = name }
    case 7: try truncate(name, side, &random)
    case 8:
      try fixture.store.finishHousekeeping()
      // A truncate leaves the mark of a document that is open until it is closed.
      for name in documents.keys where !kept.contains(where: { $0.name == name }) { documents[name]?.earlier = [] }
    case 9: try keep(name, side, &random)
    case 10: if !kept.isEmpty { try writeKept(random.below(kept.count), &random) }
    case 11: if !kept.isEmpty { try release(kept.remove(at: random.below(kept.count))) }
    case 12: try cutPower(losesFiles: random.oneIn(2))
    case 14:
      // The disk has what it has in the database as soon as it has the log, and the file until then.
      try fixture.store.forgetMoved()
      _ = try SmallContentsMover(systems[side].system.store, quiet: .zero).moveAll()
    case 13: if documents[name] != nil { try setMode(of: name, &random) }
    default:
      guard documents[name] != nil else { break }
      loseName(name)
      try fixture.unlink(name)
      documents[name] = nil
    }
    let read = random.pick(Self.names)
    #expect(try contents(read, random.below(2)) == documents[read]?.bytes)
    for open in kept {
      try systems[open.side].system.followOpen([open.id])
      #expect(
        try self.read(open.handle, open.side) == expected(open), "\(open.name ?? "removed") kept open by \(open.side)")
    }
  }

  /// Everything is as it has to be, and nothing is left over.
  mutating func finish() throws {
    while let last = kept.popLast() { try release(last) }
    try fixture.store.finishHousekeeping()
    for name in Self.names {
      for side in 0..<2 { #expect(try contents(name, side) == documents[name]?.bytes) }
    }
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
    for table in ["writers", "replaced_contents", "discarded_contents"] { #expect(try fixture.count(table) == 0) }
    #expect(
      try fixture.committed.integer("SELECT count(*) FROM small_contents")
        == fixture.committed.integer("SELECT count(*) FROM items WHERE content >= 1 << 62"))
  }

  // MARK: Changes

  private mutating func write(_ name: String, _ flags: Int32, _ side: Int, _ random: inout SeededGenerator) throws {
    let (system, context) = systems[side]
    // A document that had contents, and that only this program has open, is the old one or the new one, whole, however much of that is written yet.
    let hadContents = documents[name]?.bytes.isEmpty == false
    var isWhole = flags & O_TRUNC != 0 && hadContents && !kept.contains { $0.name == name }
    let handle: HandleNumber
    if documents[name] == nil {
      handle = try fixture.bytes(name) {
        try system.create($0, in: .root, mode: 0o644, OpenMode(flags: flags), context).file.handle
      }
      documents[name] = Document()
    } else {
      handle = try system.open(try fixture.inode(name), OpenMode(flags: flags), context).handle
    }
    if flags & O_TRUNC != 0 { note([], of: name, isVersion: !isWhole) }
    if random.oneIn(6) { try system.flush(handle, context) }
    for _ in 0..<random.below(4) {
      let bytes = try writePiece(name, to: handle, side, &random)
      note(bytes, of: name, isVersion: !isWhole)
      if random.oneIn(4) {
        try system.synchronize(handle, context)
        documents[name]?.earlier = [bytes]
        // What follows is written in place.
        isWhole = false
      }
      if random.oneIn(4) { try system.flush(handle, context) }
      if random.oneIn(4) { try setMode(of: name, &random) }
      if random.oneIn(8) { try cutPower(isUnderWay: isWhole ? name : nil, losesFiles: random.oneIn(2)) }
    }
    try system.flush(handle, context)
    try system.release(handle, context)
    if let bytes = documents[name]?.bytes { documents[name]?.earlier.insert(bytes) }
  }

  /// - Parameter isVersion: Whether a loss of power may leave this.
  private mutating func note(_ bytes: [UInt8], of name: String, isVersion: Bool) {
    if let old = documents[name]?.bytes, isVersion || documents[name]?.earlier.isEmpty == true {
      documents[name]?.earlier.insert(old)
    }
    documents[name]?.bytes = bytes
    if isVersion { documents[name]?.earlier.insert(bytes) }
  }

  private func writePiece(
    _ name: String, to handle: HandleNumber, _ side: Int, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    var contents = documents[name]?.bytes ?? []
    let bytes = random.bytes(random.oneIn(2) ? random.below(40) : random.below(Self.limit + 200))
    let place = random.oneIn(2) ? contents.count : random.below(contents.count + 100)
    let (system, context) = systems[side]
    let written = try bytes.withUnsafeBytes { bytes throws in
      try system.write(.memory(bytes), to: handle, at: Int64(place), isCached: false, context)
    }
    #expect(written == bytes.count)
    if bytes.isEmpty { return contents }
    let end = place + bytes.count
    if contents.count < end { contents += [UInt8](repeating: 0, count: end - contents.count) }
    contents.replaceSubrange(place..<end, with: bytes)
    return contents
  }

  private mutating func truncate(_ name: String, _ side: Int, _ random: inout SeededGenerator) throws {
    guard let document = documents[name] else { return }
    let size = random.oneIn(3) ? 0 : random.below(Self.limit + 200)
    var request = AttributeRequest()
    request.size = Int64(size)
    let (system, context) = systems[side]
    #expect(try system.setAttributes(of: try fixture.inode(name), handle: nil, request, context).size == Int64(size))
    let bytes = Array(document.bytes.prefix(size))
    note(bytes + [UInt8](repeating: 0, count: size - bytes.count), of: name, isVersion: true)
  }

  /// Changes something else of a document: whoever has it open uses its new row, before anything follows what else has changed.
  private func setMode(of name: String, _ random: inout SeededGenerator) throws {
    var request = AttributeRequest()
    request.mode = random.oneIn(2) ? 0o600 : 0o644
    let (system, context) = systems[random.below(2)]
    _ = try system.setAttributes(of: try fixture.inode(name), handle: nil, request, context)
  }

  private func rename(_ name: String, to newName: String, _ side: Int) throws {
    let (system, context) = systems[side]
    try fixture.bytes(name) { old in
      try fixture.bytes(newName) { try system.rename(old, in: .root, to: $0, in: .root, .replacing, context) }
    }
  }

  // MARK: Programs that keep a document open

  private mutating func keep(_ name: String, _ side: Int, _ random: inout SeededGenerator) throws {
    guard let document = documents[name], kept.count < 4 else { return }
    let (system, context) = systems[side]
    let inode = try fixture.inode(name)
    let flags = random.oneIn(2) ? O_RDONLY : O_RDWR
    let handle = try system.open(inode, OpenMode(flags: flags), context).handle
    kept.append(
      Kept(
        side: side, handle: handle, id: try #require(inode.item), isWritable: flags == O_RDWR, name: name,
        bytes: document.bytes))
  }

  private mutating func writeKept(_ index: Int, _ random: inout SeededGenerator) throws {
    let open = kept[index]
    let (system, context) = systems[open.side]
    guard let name = open.name, open.isWritable else { return }
    note(try writePiece(name, to: open.handle, open.side, &random), of: name, isVersion: true)
    if random.oneIn(2) { try setMode(of: name, &random) }
    try system.flush(open.handle, context)
  }

  /// Who has the document open goes on reading what it has at this moment.
  private mutating func loseName(_ name: String) {
    guard let bytes = documents[name]?.bytes else { return }
    for index in kept.indices where kept[index].name == name {
      try? systems[kept[index].side].system.followOpen([kept[index].id])
      (kept[index].name, kept[index].bytes) = (nil, bytes)
    }
  }

  private func expected(_ open: Kept) -> [UInt8] { open.name.flatMap { documents[$0]?.bytes } ?? open.bytes }

  private func release(_ open: Kept) throws {
    let (system, context) = systems[open.side]
    try system.flush(open.handle, context)
    try system.release(open.handle, context)
  }

  // MARK: Loss of power

  /// What is under way comes back as it was before, and nothing is wrong.
  ///
  /// - Parameters:
  ///   - name: The document that a program has emptied and is writing.
  ///   - losesFiles: Whether content files that need not be on the disk are not. All else is.
  private func cutPower(isUnderWay name: String? = nil, losesFiles: Bool) throws {
    let cut = try PowerCut(of: fixture)
    if losesFiles { try cut.loseNewFiles(of: fixture) }
    let after = try cut.restart()
    for (other, document) in documents {
      let found = try after.contents(other)
      var allowed = document.earlier
      if other != name { allowed.insert(document.bytes) }
      #expect(
        allowed.contains { String(decoding: $0, as: UTF8.self) == found },
        "“\(other)” has \(found.utf8.count) bytes, of \(allowed.map(\.count)), and is to have \(document.bytes.count): \(steps)"
      )
      #expect(try after.lookup(other)?.size == after.committed.resolve(other)?.size)
    }
    let findings = try after.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  // MARK: Reading

  private func contents(_ name: String, _ side: Int) throws -> [UInt8]? {
    guard documents[name] != nil else { return try fixture.lookup(name) == nil ? nil : [] }
    let (system, context) = systems[side]
    let inode = try fixture.inode(name)
    let handle = try system.open(inode, OpenMode(flags: O_RDONLY), context).handle
    defer { try? system.release(handle, context) }
    try system.followOpen([try #require(inode.item)])
    #expect(try system.attributes(of: inode, context).size == Int64(documents[name]?.bytes.count ?? 0))
    return try read(handle, side)
  }

  private func read(_ handle: HandleNumber, _ side: Int) throws -> [UInt8] {
    switch try systems[side].system.contents(of: handle, systems[side].context) {
    case .generated(let bytes): return bytes
    case .file(let file):
      guard file.descriptor >= 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = pread(file.descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
  }
}
