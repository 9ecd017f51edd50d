package import FileProviderStore
import Foundation
import LinuxSystem
package import Logging
import Synchronization

/// The program that makes a call.
package struct Caller: Sendable {
  package var user: UInt32
  package var group: UInt32
  package var process: Int32

  package init(user: UInt32, group: UInt32, process: Int32) {
    self.user = user
    self.group = group
    self.process = process
  }

  /// Whether the caller is root, which most rules do not bind.
  package var isPrivileged: Bool { user == 0 }

  /// Who it is for a source. Its program waits for the answer, and so has not ended.
  var asker: SourceAsker { SourceAsker(executable: executablePath(of: process)) }

  /// Whether it is in a group, or need not be. The kernel passes only the first of its groups; the others are read where
  /// they matter, which is hardly ever.
  func isIn(_ group: UInt32) -> Bool { isPrivileged || self.group == group || supplementaryGroups.contains(group) }

  private var supplementaryGroups: [UInt32] {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/status"),
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first(where: {
        $0.hasPrefix("Groups:")
      })
    else { return [] }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().compactMap { UInt32($0) }
  }
}

/// The thread that serves a request, as a call sees it.
package protocol RequestHost: AnyObject {
  /// To be called before something that may take long: a disk, another writer.
  func willBlock()
}

/// What a call needs: the calling thread's own way to read the store, and the caller.
///
/// One thread serves one request at a time with it. A request sees what is there now, and nothing else: what is committed is for those who follow
/// the log (`FollowerContext`).
package final class RequestContext {
  /// Reads what is there now.
  package let now: PresentReader
  package let logger: Logger
  /// The program that makes the call; set before calls for which that matters.
  package var caller = Caller(user: 0, group: 0, process: 0)
  /// The source's answer, when the request was parked for it before.
  package var answer: SourceAnswer?
  /// What the request has to wait for: set when a call throws `ErrorNumber.waiting`.
  package var need: SourceNeed?
  /// The thread that serves the request; `nil` where it does not matter that a call takes long.
  package weak var host: (any RequestHost)?

  /// - Throws: When the store cannot be read.
  package init(_ store: ItemStore, logger: Logger) throws(StoreError) {
    self.logger = logger
    now = try PresentReader(store)
  }

  /// To be called before anything that may take long.
  package func willBlock() { host?.willBlock() }

  // MARK: Reads, with the errors of this layer

  /// Answers any question about what is there now; see `PresentReader.readAfterCommitting`.
  func read<Result>(_ body: (StoreReader) throws(StoreError) -> Result) throws(ErrorNumber) -> Result {
    do throws(StoreError) { return try now.readAfterCommitting(body) } catch { throw number(for: error) }
  }

  /// The item with a number, or `nil`.
  @inline(__always) package func item(_ id: ItemID) throws(ErrorNumber) -> ItemAttributes? {
    do throws(StoreError) { return try now.item(id) } catch { throw number(for: error) }
  }

  /// The child of a folder with a name, or `nil`.
  @inline(__always) package func child(
    of folder: ItemID, named name: UnsafeRawBufferPointer
  ) throws(ErrorNumber) -> ItemAttributes? {
    do throws(StoreError) { return try now.child(of: folder, named: name) } catch { throw number(for: error) }
  }

  /// The item with a number.
  ///
  /// - Throws: `ESTALE`: the kernel then looks the path up again, and finds the item that has the name now, or none.
  @inline(__always) package func existing(_ id: ItemID) throws(ErrorNumber) -> ItemAttributes {
    guard let item = try item(id) else { throw .stale }
    return item
  }

  /// The error number for a store's error, which is logged unless it is a mere refusal.
  package func number(for error: StoreError) -> ErrorNumber { logger.number(for: error) }
}

extension Logger {
  /// The error number for a store's error, which is logged unless it is a mere refusal.
  func number(for error: StoreError) -> ErrorNumber {
    if ErrorNumber.isFault(error) { self.error("\(error)") }
    return ErrorNumber(error)
  }
}
