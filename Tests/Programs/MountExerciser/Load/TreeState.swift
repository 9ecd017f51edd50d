/// What must be there after some operations, and what may be.
struct TreeState {
  /// A file's contents in blocks. What was synchronized is certain, what was written since may be there or not.
  final class File {
    static let blockSize = 512
    private(set) var size = 0
    private(set) var possibleSizes: Set<Int> = [0]
    private(set) var current: [Int: UInt64] = [:]
    private var possible: [Int: Set<UInt64>] = [:]

    func write(block: Int, blocks: Int, version: UInt64) {
      for index in block..<block + blocks {
        possible[index, default: [current[index] ?? 0]].insert(version)
        current[index] = version
      }
      size = max(size, block + blocks)
      possibleSizes.insert(size)
    }

    /// A write that was not acknowledged may be there in part.
    func writePart(block: Int, blocks: Int, version: UInt64) {
      write(block: block, blocks: blocks, version: version)
      possibleSizes.formUnion(block + 1...block + blocks)
    }

    func resize(_ blocks: Int) {
      for index in current.keys where index >= blocks {
        possible[index, default: [current[index] ?? 0]].insert(0)
        current[index] = 0
      }
      size = blocks
      possibleSizes.insert(size)
    }

    func synchronize() {
      possibleSizes = [size]
      possible = [:]
    }

    /// Whether contents may be what is there after a crash.
    func problem(in bytes: [UInt8]) -> String? {
      let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: Self.blockSize)
      guard rest == 0, possibleSizes.contains(count) else {
        return "has \(bytes.count) bytes, can have \(possibleSizes.sorted().map { $0 * Self.blockSize })"
      }
      for index in 0..<count {
        let block = bytes[index * Self.blockSize..<(index + 1) * Self.blockSize]
        let versions = possible[index] ?? [current[index] ?? 0]
        guard versions.contains(where: { block.elementsEqual(Self.bytes(block: index, version: $0)) }) else {
          return "block \(index) of \(count) is none of the versions \(versions.sorted())"
        }
      }
      return nil
    }

    /// Whether contents are just what was written.
    func isExactly(_ bytes: [UInt8]) -> Bool {
      bytes.count == size * Self.blockSize
        && (0..<size).allSatisfy { index in
          bytes[index * Self.blockSize..<(index + 1) * Self.blockSize]
            .elementsEqual(Self.bytes(block: index, version: current[index] ?? 0))
        }
    }

    static func bytes(block: Int, version: UInt64) -> [UInt8] {
      version == 0
        ? Array(repeating: 0, count: blockSize)
        : Pattern.bytes(blockSize, seed: version &* 1_000_003 &+ UInt64(block))
    }
  }

  struct Node {
    enum Kind {
      case file(File)
      case folder
      case link(String)
    }
    var kind: Kind
    var mode: UInt32?
    var attribute: UInt64?
  }

  private(set) var nodes: [String: Node] = [:]
  private(set) var open: File?

  func paths(_ isWanted: (Node) -> Bool) -> [String] { nodes.filter { isWanted($0.value) }.keys.sorted() }
  func isEmpty(_ folder: String) -> Bool { !nodes.keys.contains { $0.hasPrefix(folder + "/") } }

  mutating func apply(_ operation: LoadOperation) {
    switch operation {
    case .create(let path):
      let file = File()
      open = file
      nodes[path] = Node(kind: .file(file))
    case .open(let path): if case .file(let file)? = nodes[path]?.kind { open = file }
    case .write(let block, let blocks, let version): open?.write(block: block, blocks: blocks, version: version)
    case .resize(let blocks): open?.resize(blocks)
    case .synchronize: open?.synchronize()
    case .close: open = nil
    case .rename(let from, let to): rename(from, to)
    case .unlink(let path), .removeDirectory(let path): nodes[path] = nil
    case .makeDirectory(let path): nodes[path] = Node(kind: .folder)
    case .symlink(let path, let target): nodes[path] = Node(kind: .link(target))
    case .setMode(let path, let mode): nodes[path]?.mode = mode
    case .setAttribute(let path, let version): nodes[path]?.attribute = version
    }
  }

  /// What may be there when an operation was begun and not acknowledged.
  mutating func applyPending(_ operation: LoadOperation) {
    guard case .write(let block, let blocks, let version) = operation else { return apply(operation) }
    open?.writePart(block: block, blocks: blocks, version: version)
  }

  private mutating func rename(_ from: String, _ to: String) {
    nodes[to] = nodes.removeValue(forKey: from)
    for path in nodes.keys where path.hasPrefix(from + "/") {
      nodes[to + path.dropFirst(from.count)] = nodes.removeValue(forKey: path)
    }
  }
}
