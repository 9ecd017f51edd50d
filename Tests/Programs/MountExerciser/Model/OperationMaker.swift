import CSystemCalls
import Glibc
import TestSupport

/// Makes up the next operation from what the tree looks like now.
struct OperationMaker {
  static let largestSize = 96 * 1024
  private static let names = ["a", "b", "c", "d", "e", "f", "lange Übung", "x.txt", ".hidden", "with\nline"]

  private(set) var generator: SeededGenerator
  let user: UInt32
  private var paths: [String] = [""]
  private var folders: [String] = [""]

  init(seed: UInt64, user: UInt32) {
    generator = SeededGenerator(seed: seed)
    self.user = user
  }

  mutating func look(at snapshot: Snapshot) {
    paths = snapshot.nodes.keys.sorted()
    folders = paths.filter { snapshot.nodes[$0]?.isFolder == true }
    // The root stays, and stays accessible to this program, which could do nothing more otherwise.
    paths.removeAll { $0.isEmpty }
    if paths.isEmpty { paths = ["a"] }
  }

  private var slot: Int { mutating get { generator.below(Side.slotCount) } }
  private var size: Int {
    mutating get {
      switch generator.below(6) {
      case 0: 0
      case 1: generator.below(300)
      case 2: generator.below(24) * 4096
      case 3: generator.below(8193)
      default: generator.below(Self.largestSize)
      }
    }
  }
  private var count: Int {
    mutating get { generator.oneIn(3) ? generator.below(20_000) : generator.below(600) }
  }
  private var offset: Int? { mutating get { generator.oneIn(2) ? size : nil } }
  private var seed: UInt64 { mutating get { generator.next() } }

  /// Mostly something that is there, sometimes something that is not or cannot be.
  private var path: String {
    mutating get {
      switch generator.below(20) {
      case 0: odd
      case 1..<8: newPath
      default: generator.pick(paths)
      }
    }
  }

  private var newPath: String {
    mutating get {
      let folder = generator.pick(folders)
      let deep = folder.split(separator: "/").count > 4 ? "" : folder
      return (deep.isEmpty ? "" : deep + "/") + generator.pick(Self.names)
    }
  }

  private var odd: String {
    mutating get {
      let base = generator.oneIn(2) ? generator.pick(paths) : newPath
      switch generator.below(8) {
      case 0: return base + "/"
      case 1: return base + "/."
      case 2: return base.isEmpty ? "." : base + "/.."
      case 3: return base + "/" + generator.pick(Self.names)
      case 4: return String(repeating: "n", count: 255)
      case 5: return base + "/" + String(repeating: "n", count: 256)
      case 6: return "missing/" + generator.pick(Self.names)
      default: return base + "//" + generator.pick(Self.names)
      }
    }
  }

  private var mode: UInt32 {
    mutating get {
      switch generator.below(6) {
      case 0: UInt32(generator.below(0o10000))
      case 1: generator.pick([0o4755, 0o2755, 0o6755, 0o2775, 0o1777, 0o2745])
      default: generator.pick([0o755, 0o700, 0o644, 0o600, 0o666, 0o777, 0o555, 0o444])
      }
    }
  }

  private var person: UInt32 {
    mutating get { generator.pick([user, user, 0, 1, 65534, UInt32.max]) }
  }

  private var time: Operation.Time {
    mutating get {
      switch generator.below(4) {
      case 0: .now
      case 1: .omit
      default:
        .at(
          seconds: generator.pick([0, 1, 1_000_000_000, 1_700_000_000, 2_147_483_647, 4_000_000_000, -1_000_000]),
          nanoseconds: generator.pick([0, 1, 123_456_789, 999_999_999]))
      }
    }
  }

  private var attribute: String {
    mutating get {
      generator.pick(["user.a", "user.b", "user.colour", "user.ß", "user." + String(repeating: "l", count: 251)])
    }
  }

  mutating func next() -> Operation {
    let choice = generator.below(100)
    switch choice {
    case ..<52: return nextOnNames(choice, isCrowded: paths.count > 50)
    default: return nextOnSlots(choice)
    }
  }

  private mutating func nextOnNames(_ choice: Int, isCrowded: Bool) -> Operation {
    switch choice {
    case 0..<4:
      return isCrowded
        ? .removeDirectory(path: path) : .makeDirectory(path: generator.oneIn(3) ? path : newPath, mode: mode | 0o700)
    case 4..<6: return .removeDirectory(path: path)
    case 6..<10: return .unlink(path: path)
    case 10..<16:
      let flags = generator.pick([0, 0, 0, rename_no_replace, rename_exchange, 3])
      return .rename(from: path, to: path, flags: UInt32(flags))
    case 16..<19:
      return .symlink(target: generator.pick(["a", "b", "./c", "../d", "e/f", "missing", "with\nline"]), path: newPath)
    case 19: return .readLink(path: path)
    case 20: return .link(from: path, to: path)
    case 21..<23:
      return .makeNode(
        path: generator.oneIn(3) ? path : newPath, mode: generator.pick([S_IFIFO, S_IFSOCK, S_IFREG]) | mode)
    case 23..<27: return .setMode(path: generator.pick(paths), mode: mode)
    case 27..<30:
      return .setOwner(path: generator.pick(paths), user: person, group: person, follows: generator.oneIn(2))
    case 30..<34: return .setTimes(path: path, access: time, modification: time, follows: generator.oneIn(2))
    case 34..<38:
      return .setAttribute(
        path: path, name: attribute, count: generator.pick([0, 1, 30, 200]), seed: seed,
        flags: generator.pick([0, 0, 1, 2]))
    case 38..<40: return .getAttribute(path: path, name: attribute)
    case 40..<42: return .removeAttribute(path: path, name: attribute)
    case 42..<44: return .truncate(path: path, size: size)
    case 44..<46: return .access(path: path, mode: Int32(generator.below(8)))
    case 46..<48: return .pathStatus(path: path)
    case 48..<50: return .listPath(path: path)
    default: return .mask(generator.pick([0o22, 0o22, 0, 0o77, 0o27]))
    }
  }

  private mutating func nextOnSlots(_ choice: Int) -> Operation {
    switch choice {
    case 52..<66: return nextOpen()
    case 66..<70: return .close(slot: slot)
    case 70..<74: return .read(slot: slot, offset: offset, count: count)
    case 74..<82: return .write(slot: slot, offset: offset, count: count, seed: seed)
    case 82..<85: return .seek(slot: slot, offset: size, whence: Int32(generator.below(5)))
    case 85..<87: return .resize(slot: slot, size: generator.oneIn(12) ? -1 : size)
    case 87..<90: return nextAllocate()
    case 90: return .copy(from: slot, fromOffset: size, to: slot, toOffset: size, count: count)
    case 91: return .map(slot: slot, offset: size, count: count, seed: seed)
    case 92: return .synchronize(slot: slot, dataOnly: generator.oneIn(2))
    case 93..<95: return .status(slot: slot)
    case 95..<97: return .list(slot: slot)
    case 97: return .changeMode(slot: slot, mode: mode)
    default: return .createIn(directory: slot, name: generator.pick(Self.names), slot: slot)
    }
  }

  private mutating func nextOpen() -> Operation {
    var flags = generator.pick([O_RDONLY, O_WRONLY, O_RDWR, O_RDWR])
    if generator.oneIn(2) { flags |= O_CREAT }
    if generator.oneIn(5) { flags |= O_EXCL }
    if generator.oneIn(5) { flags |= O_TRUNC }
    if generator.oneIn(5) { flags |= O_APPEND }
    if generator.oneIn(10) { flags |= Int32(open_directory) }
    if generator.oneIn(10) { flags |= Int32(open_no_follow) }
    // O_EXCL without O_CREAT is undefined.
    if flags & O_CREAT == 0 { flags &= ~O_EXCL }
    return .open(slot: slot, path: path, flags: flags, mode: mode)
  }

  private mutating func nextAllocate() -> Operation {
    let keep = Int32(allocate_keep_size)
    let mode = generator.pick([
      0, keep, keep | Int32(allocate_punch_hole), Int32(allocate_zero_range),
      keep | Int32(allocate_zero_range), Int32(allocate_punch_hole),
    ])
    return .allocate(slot: slot, mode: mode, offset: size, count: count)
  }
}
