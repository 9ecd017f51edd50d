import CSystemCalls
import Glibc

/// One of the two trees, and the descriptors that are open in it.
final class Side {
  let root: String
  private(set) var slots: [Int32]
  private(set) var isDirectory: [Bool]

  static let slotCount = 6

  init(root: String) {
    self.root = root
    slots = Array(repeating: -1, count: Self.slotCount)
    isDirectory = Array(repeating: false, count: Self.slotCount)
  }

  func path(_ relative: String) -> String { root + "/" + relative }

  func put(_ descriptor: Int32, in slot: Int) {
    closeSlot(slot)
    slots[slot] = descriptor
    var status = stat()
    isDirectory[slot] = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  func closeSlot(_ slot: Int) {
    if slots[slot] >= 0 { close(slots[slot]) }
    slots[slot] = -1
    isDirectory[slot] = false
  }

  func closeAll() { for slot in slots.indices { closeSlot(slot) } }

  /// Whether something new could be made at a path that names nothing yet.
  func canCreate(_ relative: String) -> Bool {
    guard !relative.hasSuffix("/") else { return false }
    let parent = relative.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return !Outcome { access(path(parent), W_OK | X_OK) }.isError
  }

  func perform(_ operation: Operation) -> Observation {
    switch operation {
    case .open, .close, .read, .write, .seek, .resize, .allocate, .copy, .map, .synchronize, .status, .list,
      .changeMode,
      .createIn:
      performOnSlot(operation)
    default: performOnPath(operation)
    }
  }
}
