import LinuxSystem
import Synchronization

/// Where the contents of an open document are at one moment.
enum ContentPlace {
  case bytes([UInt8])
  /// What system calls know the backing file by; -1 for a document that never had contents. The number stays that of an open file when the contents move.
  case file(Int32)
}

extension OpenFile {
  /// Asked for once in each call, because the contents may move at any time.
  var place: ContentPlace {
    state.withLock { state in
      if let bytes = state.bytes { return .bytes(bytes) }
      return .file(state.file.number)
    }
  }
}
