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
}

extension OpenFile {
  /// Begins a change of the contents that is made in the database. `endChange` or `cancelChange` follows.
  ///
  /// A program that writes again before it closes or synchronizes the document probably goes on doing that: then it gets a file.
  ///
  /// - Returns: `nil`, and nothing has begun, where the change has to be made in a file.
  func beginSmallChange(_ written: UnsafeRawBufferPointer, at offset: Int64, by caller: Caller) -> SmallChange? {
    let (end, overflow) = offset.addingReportingOverflow(Int64(written.count))
    guard !overflow, !written.isEmpty, (0...Int64(SmallContents.largest)).contains(end), !hasParts else { return nil }
    let now = Timestamp.now
    return state.withLock { state in
      guard state.descriptor < 0, !state.isUnlinked, !state.isPaused, state.inFlight == 0,
        state.lastSmallChange <= state.committed, state.attributes.content?.isSmall ?? true
      else { return nil }
      var bytes = state.bytes ?? []
      let (start, end) = (Int(offset), Int(end))
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[start..<end]).copyMemory(from: written)
      }
      state.noteBeginning(at: now, by: caller)
      return SmallChange(former: state.attributes.content, bytes: bytes, time: now)
    }
  }

  /// Uses the small contents that a commit gave the document, with the mark that it is being written.
  func take(_ change: SmallChange, committedAs row: ItemAttributes) {
    state.withLock { state in
      state.exchange(for: .bytes(change.bytes))
      state.attributes = row
      state.isMarked = true
      state.lastSmallChange = state.writes
    }
  }

  /// The rest of the contents from an offset on, where it is so little that it is written as small contents are.
  ///
  /// - Parameter count: How much of it is wanted at most.
  func smallBytes(at offset: Int64, count: Int) throws(ErrorNumber) -> [UInt8]? {
    if let bytes { return Array(bytes.dropFirst(Int(clamping: offset)).prefix(count)) }
    let descriptor = descriptor
    guard let status = Self.status(of: descriptor) else { return [] }
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
