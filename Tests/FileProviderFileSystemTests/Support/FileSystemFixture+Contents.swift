import FileProviderStore
import Foundation
import Glibc
import TestSupport

@testable import FileProviderFileSystem

extension FileSystemFixture {
  /// How many content files there are.
  func contentFiles() throws -> Int {
    let contents = directory.appendingPathComponent("contents").path
    let shards = try FileManager.default.contentsOfDirectory(atPath: contents).filter { $0 != "sessions" }
    return try shards.reduce(0) { try $0 + FileManager.default.contentsOfDirectory(atPath: contents + "/" + $1).count }
  }

  /// How many rows a table has.
  func count(_ table: String) throws -> Int64? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.integer("SELECT count(*) FROM \(table)") }
  }

  func content(_ name: String) throws -> ContentKey? { try inode(name).item.flatMap { try context.item($0) }?.content }

  func open(_ name: String, _ flags: Int32) throws -> HandleNumber {
    try fileSystem.open(try inode(name), OpenMode(flags: flags), context).handle
  }

  func truncate(_ name: String, to size: Int64) throws -> NodeAttributes {
    var request = AttributeRequest()
    request.size = size
    return try fileSystem.setAttributes(of: try inode(name), handle: nil, request, context)
  }

  /// Writes in one request, whatever `makesFiles` says.
  func writeAtOnce(_ text: String, to handle: HandleNumber, at offset: Int64 = 0) throws {
    let count = try bytes(text) { try fileSystem.write(.memory($0), to: handle, at: offset, isCached: false, context) }
    guard count == text.utf8.count else { throw ErrorNumber.inputOutput }
  }

  /// What a check finds, once the background has done its work.
  func findings(repairs: Bool = false) throws -> [StoreFinding] {
    try store.finishHousekeeping()
    var options = StoreCheck.Options()
    (options.verifiesContents, options.repairs) = (true, repairs)
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: directory, options) { findings.append($0) }
    return findings
  }

  /// Another mount of the same store.
  func otherMount() throws -> OtherMount {
    let store = try ItemStore(directory: directory, pace: .onDemand)
    let context = try RequestContext(store, logger: context.logger)
    context.caller = self.context.caller
    return OtherMount(
      fixture: self, fileSystem: FileSystem(store: store, source: nil, options: FileSystemOptions()), context: context)
  }
}
