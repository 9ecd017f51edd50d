/// What an item is. Hard links and devices do not exist in a store (an item has one parent, and is nobody's hardware).
package enum ItemKind: UInt8, Sendable, CaseIterable {
  case file = 1
  case folder = 2
  case symlink = 3
  case fifo = 4
  case socket = 5

  /// The word used in JSON output.
  package var word: String {
    switch self {
    case .file: "file"
    case .folder: "folder"
    case .symlink: "symlink"
    case .fifo: "fifo"
    case .socket: "socket"
    }
  }
}
