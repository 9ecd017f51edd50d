import FileProviderStore
import Glibc
import LinuxSystem
import VCard

extension FileSystem {
  /// No larger file is looked at for a card, in bytes: a program that lists a folder may ask about each file.
  private static let largestCard: Int64 = 4 << 20

  /// What a document that may be a card by its name says of its contact, if it is a single card whose contents are here.
  ///
  /// - Throws: `ENODATA` if it says nothing; an error of the disk.
  func contactAttribute(
    _ attribute: ContactAttribute, of item: ItemAttributes, _ context: RequestContext
  ) throws(ErrorNumber) -> [UInt8] {
    guard (1...Self.largestCard).contains(item.size), !item.flags.contains(.dataless), let content = item.content
    else { throw .noAttribute }
    context.willBlock()
    let bytes: [UInt8]
    do throws(StoreError) {
      let file = try store.contents.open(content, flags: O_RDONLY)
      bytes = try Self.bytes(of: file.number)
    } catch {
      // Another process may have given the document new contents meanwhile.
      guard let now = try context.item(item.id), now.content != content else { throw context.number(for: error) }
      return try contactAttribute(attribute, of: now, context)
    }
    guard let card = Card(ofOne: bytes), !card.isGroup, let value = attribute.value(of: card) else {
      throw .noAttribute
    }
    return value
  }

  /// Whether a document may be a card by its name. Others may have any attribute.
  func isCardByName(_ item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    guard item.kind == .file else { return false }
    let record = try context.read { (reader) throws(StoreError) in try reader.record(item.id) }
    return record.map { Card.isFileName($0.name.spelling) } ?? false
  }

  private static func bytes(of file: Int32) throws(StoreError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw StoreError(errno: errno, "a card cannot be examined") }
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(status.st_size), largestCard)))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if read < 0, errno != EINTR { throw StoreError(errno: errno, "a card cannot be read") }
      if read == 0 { break }
      count += max(0, read)
    }
    return Array(bytes[..<count])
  }
}
