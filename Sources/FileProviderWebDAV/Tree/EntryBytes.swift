import Foundation

/// A server's properties of an item as bytes, without its place, for the database.
///
/// A bit mask lists the fields present, which follow in that order. Numbers have eight bytes, strings are preceded by their length.
enum EntryBytes {
  private struct Parts: OptionSet {
    let rawValue: UInt16

    static let tag = Parts(rawValue: 1 << 0)
    static let weakTag = Parts(rawValue: 1 << 1)
    static let size = Parts(rawValue: 1 << 2)
    static let modified = Parts(rawValue: 1 << 3)
    static let created = Parts(rawValue: 1 << 4)
    static let executable = Parts(rawValue: 1 << 5)
    static let notExecutable = Parts(rawValue: 1 << 6)
    static let cloud = Parts(rawValue: 1 << 7)
    static let permissions = Parts(rawValue: 1 << 8)
    static let favorite = Parts(rawValue: 1 << 9)
    static let trash = Parts(rawValue: 1 << 10)
    static let trashName = Parts(rawValue: 1 << 11)
    static let deleted = Parts(rawValue: 1 << 12)
    static let token = Parts(rawValue: 1 << 13)
    static let privileges = Parts(rawValue: 1 << 14)
  }

  static func bytes(_ entry: RemoteEntry) -> [UInt8] {
    var writer = Writer()
    writer.add(entry.tag?.text, .tag)
    if entry.tag?.isWeak == true { writer.parts.insert(.weakTag) }
    writer.add(entry.size.map { UInt64(bitPattern: $0) }, .size)
    writer.add(entry.modified?.timeIntervalSinceReferenceDate.bitPattern, .modified)
    writer.add(entry.created?.timeIntervalSinceReferenceDate.bitPattern, .created)
    if let isExecutable = entry.isExecutable { writer.parts.insert(isExecutable ? .executable : .notExecutable) }
    writer.add(entry.cloud?.number, .cloud)
    writer.add(entry.cloud?.permissions, .permissions)
    if entry.cloud?.isFavorite == true { writer.parts.insert(.favorite) }
    if let trash = entry.trash {
      writer.add(UInt64(trash.origin.count), .trash)
      for name in trash.origin { writer.add(name) }
      writer.add(trash.name, .trashName)
      writer.add(trash.deleted?.bitPattern, .deleted)
    }
    writer.add(entry.token, .token)
    writer.add((entry.privileges?.rawValue).map(UInt64.init), .privileges)
    return withUnsafeBytes(of: writer.parts.rawValue.littleEndian) { Array($0) } + writer.bytes
  }

  /// - Returns: `nil` for bytes that no entry has.
  static func entry(_ bytes: UnsafeRawBufferPointer, at path: RemotePath) -> RemoteEntry? {
    var reader = Reader(bytes: bytes)
    guard let parts = reader.parts() else { return nil }
    func text(_ part: Parts) -> String? { parts.contains(part) ? reader.text() : nil }
    func number(_ part: Parts) -> UInt64? { parts.contains(part) ? reader.number() : nil }
    func date(_ part: Parts) -> Date? {
      number(part).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }
    var entry = RemoteEntry(path)
    entry.tag = text(.tag).map { EntityTag(text: $0, isWeak: parts.contains(.weakTag)) }
    entry.size = number(.size).map { Int64(bitPattern: $0) }
    entry.modified = date(.modified)
    entry.created = date(.created)
    entry.isExecutable = parts.contains(.executable) ? true : parts.contains(.notExecutable) ? false : nil
    if let number = text(.cloud) {
      entry.cloud = RemoteEntry.CloudFacts(
        number: number, permissions: text(.permissions), isFavorite: parts.contains(.favorite))
    }
    if let count = number(.trash) {
      var origin: [[UInt8]] = []
      for _ in 0..<count {
        if reader.isBroken { break }
        origin.append(reader.bytesOfText())
      }
      entry.trash = RemoteEntry.TrashFacts(
        name: text(.trashName), origin: origin, deleted: number(.deleted).map { Double(bitPattern: $0) })
    }
    entry.token = text(.token)
    entry.privileges = number(.privileges).map { Privileges(rawValue: UInt8(truncatingIfNeeded: $0)) }
    return reader.isBroken ? nil : entry
  }

  private struct Writer {
    var parts: Parts = []
    var bytes: [UInt8] = []

    mutating func add(_ number: UInt64?, _ part: Parts) {
      guard let number else { return }
      parts.insert(part)
      add(number)
    }

    mutating func add(_ text: String?, _ part: Parts) {
      guard let text else { return }
      parts.insert(part)
      add(Array(text.utf8))
    }

    mutating func add(_ text: [UInt8]) {
      add(UInt64(text.count))
      bytes += text
    }

    private mutating func add(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private struct Reader {
    var bytes: UnsafeRawBufferPointer
    private(set) var isBroken = false
    private var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func parts() -> Parts? {
      guard let start = take(2) else { return nil }
      return Parts(rawValue: UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self)))
    }

    mutating func number() -> UInt64 {
      guard let start = take(8) else { return 0 }
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    mutating func bytesOfText() -> [UInt8] {
      let count = Int(clamping: number())
      guard let start = take(count) else { return [] }
      return Array(bytes[start..<start + count])
    }

    mutating func text() -> String { String(decoding: bytesOfText(), as: UTF8.self) }

    private mutating func take(_ count: Int) -> Int? {
      guard !isBroken, count <= bytes.count - position else {
        isBroken = true
        return nil
      }
      defer { position += count }
      return position
    }
  }
}
