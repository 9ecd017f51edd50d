import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// A change of a document's contents after which they lie in the database.
struct SmallChange {
  /// The contents before.
  let former: ContentKey?
  /// The contents after it.
  let bytes: [UInt8]
  let time: Timestamp
  /// Whether an earlier version of the document is in them.
  let isVersion: Bool
  /// Which of the changes of the open document it is.
  let number: UInt64
}

extension OpenFile {
  /// Begins to write into contents that lie in the database afterwards. `endChange` or `cancelChange` follows.
  ///
  /// A program that writes again before it closes or synchronizes the document probably goes on doing that: then it gets a file.
  ///
  /// - Returns: `nil`, and nothing has begun, where the change has to be made in a file.
  func beginSmallChange(_ written: UnsafeRawBufferPointer, at offset: Int64, by caller: Caller) -> SmallChange? {
    let (end, overflow) = offset.addingReportingOverflow(Int64(written.count))
    guard !overflow, !written.isEmpty, (0...Int64(SmallContents.largest)).contains(end), !hasParts else { return nil }
    return state.withLock { state in
      guard !state.isMarked || state.bytes?.isEmpty ?? true else { return nil }
      return state.beginSmallChange(by: caller) { bytes in
        let (start, end) = (Int(offset), Int(end))
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.withUnsafeMutableBytes {
          UnsafeMutableRawBufferPointer(rebasing: $0[start..<end]).copyMemory(from: written)
        }
      }
    }
  }

  /// Begins to cut or extend contents that lie in the database before and afterwards, as the other method does.
  func beginSmallChange(resizingTo size: Int64) -> SmallChange? {
    guard (1...Int64(SmallContents.largest)).contains(size) else { return nil }
    return state.withLock { state in
      guard state.attributes.content != nil else { return nil }
      return state.beginSmallChange(by: nil) { bytes in
        bytes = Array(bytes.prefix(Int(size)))
        bytes += [UInt8](repeating: 0, count: Int(size) - bytes.count)
      }
    }
  }

  /// Uses the small contents that a commit gave the document.
  ///
  /// - Parameter isClosed: Whether that commit has removed the document's mark.
  func take(_ change: SmallChange, committedAs row: ItemAttributes, isClosed: Bool) {
    state.withLock { state in
      let standing = state.standing
      state.exchange(for: .bytes(change.bytes))
      state.standing = standing
      state.attributes = row
      state.isMarked = !isClosed
      state.committed = max(state.committed, change.number)
      if isClosed { state.noteClosed(isSynchronized: false) }
    }
  }

  /// Notes that the document was closed, or synchronized, and has no mark any more.
  func noteClosed(isSynchronized: Bool) { state.withLock { $0.noteClosed(isSynchronized: isSynchronized) } }
}

extension OpenFile.State {
  fileprivate mutating func noteClosed(isSynchronized: Bool) {
    guard bytes?.isEmpty == false else { return }
    if isSynchronized { standing = .version } else if standing == .underWay { standing = .closed }
  }

  fileprivate mutating func beginSmallChange(by caller: Caller?, _ edit: (inout [UInt8]) -> Void) -> SmallChange? {
    guard descriptor < 0, !isUnlinked, !isPaused, inFlight == 0, hasAllBytes else { return nil }
    var bytes = bytes ?? []
    edit(&bytes)
    let now = Timestamp.now
    noteBeginning(at: now, by: caller)
    return SmallChange(
      former: attributes.content, bytes: bytes, time: now, isVersion: standing == .version, number: writes)
  }
}

extension ContentPlace {
  /// The rest of the contents from an offset on, where it is so little that it is written as small contents are.
  ///
  /// - Parameter count: How much of it is wanted at most.
  func smallBytes(at offset: Int64, count: Int) throws(ErrorNumber) -> [UInt8]? {
    switch self {
    case .bytes(let bytes): return Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
    case .file(let descriptor):
      guard let status = OpenFile.status(of: descriptor) else { return [] }
      let rest = min(Int64(status.st_size) - offset, Int64(count))
      guard rest <= Int64(SmallContents.largest) else { return nil }
      guard rest > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: Int(rest))
      let length = pread(descriptor, &bytes, bytes.count, off_t(offset))
      guard length >= 0 else { throw .last }
      bytes.removeLast(bytes.count - length)
      return bytes
    }
  }
}
