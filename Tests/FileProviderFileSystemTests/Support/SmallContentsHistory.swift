import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Random changes of some documents by two mounts of one store, beside what the documents have to contain.
struct SmallContentsHistory {
  private let fixture: FileSystemFixture
  private let systems: [(system: FileSystem, context: RequestContext)]
  private var documents: [String: [UInt8]] = [:]
  private static let names = ["a", "b", "c"]
  private static let limit = SmallContents.largest

  init() throws {
    fixture = try FileSystemFixture()
    let store = try ItemStore(directory: fixture.directory, pace: .onDemand)
    let other = FileSystem(store: store, source: nil, options: FileSystemOptions())
    let context = try RequestContext(store, logger: fixture.context.logger)
    context.caller = fixture.context.caller
    systems = [(fixture.fileSystem, fixture.context), (other, context)]
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    let name = random.pick(Self.names)
    let side = random.below(2)
    switch random.below(10) {
    case 0..<3: try write(name, O_RDWR, side, &random)
    case 3..<5: try write(name, O_RDWR | O_TRUNC, side, &random)
    case 5..<7:
      // Saved by a rename.
      documents["tmp"] = nil
      try write("tmp", O_RDWR, side, &random)
      try fixture.rename("tmp", to: name)
      documents[name] = documents.removeValue(forKey: "tmp")
    case 7: try truncate(name, side, &random)
    case 8:
      try fixture.store.finishHousekeeping()
    default:
      guard documents.removeValue(forKey: name) != nil else { break }
      try fixture.unlink(name)
    }
    let read = random.pick(Self.names)
    #expect(try contents(read, random.below(2)) == documents[read])
  }

  /// Everything is as it has to be, and nothing is left over.
  func finish() throws {
    try fixture.store.finishHousekeeping()
    for name in Self.names {
      for side in 0..<2 { #expect(try contents(name, side) == documents[name]) }
    }
    var options = StoreCheck.Options()
    options.verifiesContents = true
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: fixture.directory, options) { findings.append($0) }
    #expect(findings.isEmpty, "\(findings)")
    for table in ["writers", "replaced_contents", "discarded_contents"] {
      #expect(try fixture.committed.integer("SELECT count(*) FROM \(table)") == 0)
    }
    #expect(
      try fixture.committed.integer("SELECT count(*) FROM small_contents")
        == fixture.committed.integer("SELECT count(*) FROM items WHERE content >= 1 << 62"))
  }

  private mutating func write(_ name: String, _ flags: Int32, _ side: Int, _ random: inout SeededGenerator) throws {
    let (system, context) = systems[side]
    let handle: HandleNumber
    if documents[name] == nil {
      handle = try fixture.bytes(name) {
        try system.create($0, in: .root, mode: 0o644, OpenMode(flags: flags), context).file.handle
      }
    } else {
      handle = try system.open(try fixture.inode(name), OpenMode(flags: flags), context).handle
    }
    var contents = flags & O_TRUNC != 0 ? [] : documents[name] ?? []
    for _ in 0..<random.below(4) {
      let bytes = random.bytes(random.oneIn(2) ? random.below(40) : random.below(Self.limit + 200))
      let place = random.oneIn(2) ? contents.count : random.below(contents.count + 100)
      let written = try bytes.withUnsafeBytes { bytes throws in
        try system.write(.memory(bytes), to: handle, at: Int64(place), isCached: false, context)
      }
      #expect(written == bytes.count)
      if !bytes.isEmpty {
        let end = place + bytes.count
        if contents.count < end { contents += [UInt8](repeating: 0, count: end - contents.count) }
        contents.replaceSubrange(place..<end, with: bytes)
      }
      if random.oneIn(4) { try system.synchronize(handle, context) }
      if random.oneIn(4) { try system.flush(handle, context) }
    }
    try system.flush(handle, context)
    try system.release(handle, context)
    documents[name] = contents
  }

  private mutating func truncate(_ name: String, _ side: Int, _ random: inout SeededGenerator) throws {
    guard var contents = documents[name] else { return }
    let size = random.oneIn(3) ? 0 : random.below(Self.limit + 200)
    var request = AttributeRequest()
    request.size = Int64(size)
    let (system, context) = systems[side]
    #expect(try system.setAttributes(of: try fixture.inode(name), handle: nil, request, context).size == Int64(size))
    contents = Array(contents.prefix(size))
    documents[name] = contents + [UInt8](repeating: 0, count: size - contents.count)
  }

  private func contents(_ name: String, _ side: Int) throws -> [UInt8]? {
    guard documents[name] != nil else { return try fixture.lookup(name) == nil ? nil : [] }
    let (system, context) = systems[side]
    let inode = try fixture.inode(name)
    let handle = try system.open(inode, OpenMode(flags: O_RDONLY), context).handle
    defer { try? system.release(handle, context) }
    #expect(try system.attributes(of: inode, context).size == Int64(documents[name]?.count ?? 0))
    switch try system.contents(of: handle, context) {
    case .generated(let bytes): return bytes
    case .file(let file):
      guard file.descriptor >= 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = pread(file.descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
  }
}
