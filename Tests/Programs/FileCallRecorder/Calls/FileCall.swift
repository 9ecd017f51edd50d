/// A call that changes what is on a disk, as it is in a trace. Files and folders are their inode numbers.
struct FileCall {
  enum Kind: UInt8 {
    /// The folder that everything recorded is in; the first of a trace.
    case root
    case makeFile, makeFolder, link, remove, rename
    case write, truncate, allocate
    case synchronize, synchronizeAll
    /// What the program says of itself: `bytes` is a `Promise`.
    case promise
  }

  var kind: Kind
  var node: UInt64 = 0
  /// The folder in which a name changes, and the one of the new name.
  var folder: UInt64 = 0
  var newFolder: UInt64 = 0
  /// Where bytes begin, or how long a file is.
  var offset: Int64 = 0
  var name = ""
  var newName = ""
  var bytes: [UInt8] = []
}

extension FileCall: CustomStringConvertible {
  var description: String {
    switch kind {
    case .write: "write \(bytes.count) at \(offset) of \(node)"
    case .truncate, .allocate: "\(kind) \(node) to \(offset)"
    case .rename: "rename \(name) to \(newName)"
    case .makeFile, .makeFolder, .link, .remove: "\(kind) \(name)"
    default: "\(kind) \(node)"
    }
  }
}

// MARK: In a file

extension FileCall {
  func appendEncoded(to out: inout [UInt8]) {
    out.append(kind.rawValue)
    for number in [node, folder, newFolder, UInt64(bitPattern: offset)] { Self.append(number, to: &out) }
    for part in [Array(name.utf8), Array(newName.utf8), bytes] {
      Self.append(UInt64(part.count), to: &out)
      out += part
    }
  }

  private static func append(_ number: UInt64, to out: inout [UInt8]) {
    withUnsafeBytes(of: number) { out.append(contentsOf: $0) }
  }

  /// All calls of a trace.
  static func decode(_ bytes: [UInt8]) -> [FileCall] {
    var calls: [FileCall] = []
    var position = 0
    func number() -> UInt64 {
      defer { position += 8 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    }
    func part() -> [UInt8] {
      let count = Int(number())
      defer { position += count }
      return Array(bytes[position..<position + count])
    }
    while position < bytes.count, let kind = Kind(rawValue: bytes[position]) {
      position += 1
      var call = FileCall(kind: kind)
      (call.node, call.folder, call.newFolder) = (number(), number(), number())
      call.offset = Int64(bitPattern: number())
      call.name = String(decoding: part(), as: UTF8.self)
      call.newName = String(decoding: part(), as: UTF8.self)
      call.bytes = part()
      calls.append(call)
    }
    return calls
  }
}
