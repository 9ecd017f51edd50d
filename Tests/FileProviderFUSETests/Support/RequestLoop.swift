import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Foundation
import Glibc
import Logging
import TestSupport

@testable import FileProviderFUSE

/// The loop that answers requests, without a mount: each request comes from the test, not from the kernel's device.
final class RequestLoop {
  private let temporary: TemporaryStore
  var store: ItemStore { temporary.store }
  private let core: SessionCore
  private let session: OpaquePointer
  private let worker: Worker
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)

  struct NoSession: Error {}

  /// - Parameter longestGroup: How long a group may be open, in nanoseconds.
  init(longestGroup: UInt64) throws {
    temporary = try TemporaryStore(threads: ChangingThreads(commitsSoon: { true }, longestGroup: longestGroup))
    let store = temporary.store
    let fileSystem = FileSystem(store: store, source: nil, options: FileSystemOptions())
    let core = SessionCore(fileSystem: fileSystem, logger: Logger(label: "test"))
    self.core = core
    var operations = makeOperations()
    let name = strdup("test")
    defer { free(name) }
    var argv: [UnsafeMutablePointer<CChar>?] = [name, nil]
    let made = argv.withUnsafeMutableBufferPointer { argv in
      var arguments = fuse_args(argc: 1, argv: argv.baseAddress, allocated: 0)
      defer { fuse_opt_free_args(&arguments) }
      return fuse_session_new(
        &arguments, &operations, MemoryLayout<fuse_lowlevel_ops>.size, Unmanaged.passUnretained(core).toOpaque())
    }
    guard let made else { throw NoSession() }
    session = made
    // Before the kernel's first request libfuse refuses all others; it is not to complain that there is no kernel to tell.
    fuse_session_exit(made)
    core.attach(session)
    worker = try Worker(session: core, counting: OperationCounters())
  }

  deinit {
    fuse_session_destroy(session)
    buffer.deallocate()
    try? store.commitAcknowledged()
  }

  /// Makes a folder, as a request does.
  ///
  /// - Returns: Whether the change is uncommitted.
  func makeFolder(_ name: String) throws -> Bool {
    let folder = NewItem(parent: .root, name: try FileName(name), kind: .folder, mode: 0o755, owner: 0, group: 0)
    _ = try store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(folder)
    }
    return store.hasOpenGroup
  }

  /// Has a request answered that changes nothing in the store, and that the kernel expects no answer to.
  func answerForget() {
    let size = MemoryLayout<fuse_in_header>.size + MemoryLayout<fuse_forget_in>.size
    var header = fuse_in_header()
    header.len = UInt32(size)
    header.opcode = FUSE_FORGET.rawValue
    header.unique = 2
    header.nodeid = 1
    buffer.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    buffer.storeBytes(of: header, as: fuse_in_header.self)
    var request = fuse_buf()
    request.mem = buffer
    request.size = size
    worker.run {
      core.answer(worker, request, count: size)
      _ = worker.endRequest()
    }
  }
}
