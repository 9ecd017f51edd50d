import FileProviderStore
import Glibc

@testable import FileProviderFileSystem

/// A second mount of the store of a fixture.
struct OtherMount {
  let fixture: FileSystemFixture
  let fileSystem: FileSystem
  let context: RequestContext

  func open(_ name: String, _ flags: Int32) throws -> HandleNumber {
    try fileSystem.open(try fixture.inode(name), OpenMode(flags: flags), context).handle
  }

  func write(_ text: String, to handle: HandleNumber, at offset: Int64 = 0) throws {
    let count = try fixture.bytes(text) {
      try fileSystem.write(.memory($0), to: handle, at: offset, isCached: false, context)
    }
    guard count == text.utf8.count else { throw ErrorNumber.inputOutput }
  }

  func close(_ handle: HandleNumber) throws {
    try fileSystem.flush(handle, context)
    try fileSystem.release(handle, context)
  }
}
