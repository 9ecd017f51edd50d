/// What an item is. Hard links do not exist in a store: an item has one parent.
package enum ItemKind: UInt8, Sendable, CaseIterable {
  case file = 1
  case folder = 2
  case symlink = 3
  case fifo = 4
  case socket = 5
  case blockDevice = 6
  case characterDevice = 7

  /// The word used in JSON output.
  package var word: String { staticWord.description }

  /// The same for who writes very many of them: it makes no string.
  package var staticWord: StaticString {
    switch self {
    case .file: "file"
    case .folder: "folder"
    case .symlink: "symlink"
    case .fifo: "fifo"
    case .socket: "socket"
    case .blockDevice: "block-device"
    case .characterDevice: "character-device"
    }
  }

  /// Whether it is a device node. They are never uploaded: they are of use only on this machine.
  package var isDevice: Bool { self == .blockDevice || self == .characterDevice }
}
