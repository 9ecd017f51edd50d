import FileProviderStore
import Glibc
import Synchronization

/// A file in `info` that a program made: in memory, until the program renames an item to the name that the file
/// describes.
///
/// The info of an item that has just left the trash is a draft, too, for programs that remove it afterwards.
final class TrashDraft: Sendable {
  struct State: Sendable {
    var contents: [UInt8]
    var mode: UInt32
    var modified: Timestamp
    /// Whether it still has a name.
    var isLinked = true
  }

  let number: UInt64
  let user: UInt32
  /// When its item left the trash; `nil` for one that a program made.
  let left: Timestamp?
  private let state: Mutex<State>

  /// Room for the longest path, with every byte of it encoded.
  static let largest = 16_384

  init(number: UInt64, user: UInt32, contents: [UInt8] = [], mode: UInt32 = 0o600, left: Timestamp? = nil) {
    self.number = number
    self.user = user
    self.left = left
    state = Mutex(State(contents: contents, mode: mode & 0o7777, modified: .now))
  }

  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  var contents: [UInt8] { withState { $0.contents } }

  var inode: InodeNumber { VirtualNode.trashDraft(number).inode }

  /// - Throws: `EFBIG`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ErrorNumber) -> Int {
    guard offset >= 0, offset <= Int64(Self.largest - bytes.count) else { throw ErrorNumber(rawValue: EFBIG) }
    let bytes = Array(bytes)
    withState { state in
      let end = Int(offset) + bytes.count
      if end > state.contents.count { state.contents += [UInt8](repeating: 0, count: end - state.contents.count) }
      state.contents.replaceSubrange(Int(offset)..<end, with: bytes)
      state.modified = .now
    }
    return bytes.count
  }

  /// - Throws: `EFBIG`.
  func truncate(to size: Int64) throws(ErrorNumber) {
    guard (0...Int64(Self.largest)).contains(size) else { throw ErrorNumber(rawValue: EFBIG) }
    withState { state in
      let missing = Int(size) - state.contents.count
      if missing < 0 { state.contents.removeLast(-missing) }
      if missing > 0 { state.contents += [UInt8](repeating: 0, count: missing) }
      state.modified = .now
    }
  }

  func attributes(group: UInt32) -> NodeAttributes {
    withState { state in
      NodeAttributes(
        inode: inode, mode: UInt32(S_IFREG) | state.mode, links: state.isLinked ? 1 : 0, owner: user, group: group,
        size: Int64(state.contents.count), blocks: 8, accessed: state.modified, modified: state.modified,
        changed: state.modified, isVolatile: true)
    }
  }
}
