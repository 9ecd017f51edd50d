import Glibc

/// What is to be the same of a node on both sides, and its times, of which only the order is.
struct NodeFacts: Equatable {
  /// Kind, mode, owner, links, size, target and attributes, as text that a person can compare.
  var text: String
  var contents: String
  var inode: UInt
  var modified: Int
  var changed: Int
  var isFolder: Bool
  var isPipe: Bool

  init(path: String, status: stat, readsContents: Bool) {
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isPipe = status.st_mode & S_IFMT == S_IFIFO
    inode = UInt(status.st_ino)
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    var text = Self.text(status)
    if status.st_mode & S_IFMT == S_IFLNK {
      let (outcome, target) = Listing.target(path)
      text += " -> " + (outcome.isError ? outcome.description : target)
    } else {
      text += Self.attributes(path)
    }
    self.text = text
    contents = ""
    if readsContents && status.st_mode & S_IFMT == S_IFREG {
      let (outcome, bytes) = Listing.contents(path)
      contents = outcome.isError ? outcome.description : Self.checksum(bytes[...])
    }
  }

  private static func attributes(_ path: String) -> String {
    let (outcome, names) = Listing.attributeNames(path)
    if outcome.isError { return " attributes: \(outcome)" }
    return names.map { name in
      let (outcome, value) = Listing.attribute(path, name)
      return " \(name)=" + (outcome.isError ? outcome.description : checksum(value[...]))
    }.joined()
  }

  /// A directory's size says nothing; a file's blocks must be in proportion to its size.
  static func text(_ status: stat) -> String {
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let size = isFolder ? "" : " size \(status.st_size)"
    let blocks = Int(status.st_blocks) * 512
    let isSane = isFolder || blocks <= Int(status.st_size) + KnownDifferences.blockSlack + reserved(status)
    return
      "mode \(String(status.st_mode, radix: 8)) owner \(status.st_uid):\(status.st_gid) links \(status.st_nlink)\(size)"
      + (isSane ? "" : " with \(blocks) bytes of blocks")
  }

  /// What `fallocate` may have reserved beyond the end.
  private static func reserved(_ status: stat) -> Int { OperationMaker.largestSize * 2 }

  /// Length and FNV-1a hash.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(bytes.count) bytes #\(String(hash, radix: 16))"
  }
}

/// All nodes of a tree, by their paths relative to its root (which is the empty path).
struct Snapshot {
  private(set) var nodes: [String: NodeFacts] = [:]
  private(set) var problems: [String] = []

  init(root: String, readsContents: Bool) { add(root, "", readsContents) }

  private mutating func add(_ path: String, _ relative: String, _ readsContents: Bool) {
    let (outcome, status) = Listing.status(path)
    guard !outcome.isError else {
      problems.append("\(relative): \(outcome)")
      return
    }
    let facts = NodeFacts(path: path, status: status, readsContents: readsContents)
    nodes[relative] = facts
    guard facts.isFolder else { return }
    let (listed, names) = Listing.names(path)
    if listed.isError { problems.append("\(relative)/: \(listed)") }
    for name in names { add(path + "/" + name, relative.isEmpty ? name : relative + "/" + name, readsContents) }
  }

  /// In what two trees differ, a line each.
  static func differences(mounted: Snapshot, plain: Snapshot) -> [String] {
    var lines: [String] = []
    if mounted.problems.sorted() != plain.problems.sorted() {
      lines.append("problems: mount \(mounted.problems.sorted()), plain \(plain.problems.sorted())")
    }
    for path in Set(mounted.nodes.keys).union(plain.nodes.keys).sorted() {
      switch (mounted.nodes[path], plain.nodes[path]) {
      case (let mine?, let other?):
        if mine.text != other.text { lines.append("“\(path)”: mount \(mine.text), plain \(other.text)") }
        if mine.contents != other.contents {
          lines.append("“\(path)”: contents: mount \(mine.contents), plain \(other.contents)")
        }
      case (nil, let other?): lines.append("“\(path)”: only in the plain directory: \(other.text)")
      case (let mine?, nil): lines.append("“\(path)”: only in the mount: \(mine.text)")
      case (nil, nil): break
      }
    }
    return lines
  }
}
