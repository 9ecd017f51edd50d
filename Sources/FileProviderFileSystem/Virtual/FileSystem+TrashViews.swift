import FileProviderStore
import Glibc

// The trash as the desktop knows it: https://specifications.freedesktop.org/trash-spec/1.0/
extension FileSystem {
  /// Who has something in the trash; nobody where there is no trash.
  func trashUsers(_ context: RequestContext) throws(ErrorNumber) -> [UInt32] {
    do throws(StoreError) { return try context.reader.trashUsers() } catch { throw context.number(for: error) }
  }

  func hasTrash(_ user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    try trashUsers(context).contains(user)
  }

  /// What a user has in the trash: the items themselves, or the files that tell where they came from.
  func trashedEntries(
    of user: UInt32, asInfo: Bool, _ context: RequestContext
  ) throws(ErrorNumber) -> [VirtualEntry] {
    var entries: [VirtualEntry] = []
    var items: [(ItemAttributes, [UInt8])] = []
    do throws(StoreError) {
      let enumerator = TrashEnumerator(store: store)
      defer { enumerator.invalidate() }
      try enumerator.forEachRow(after: .none, reader: context.reader) { item, name in
        items.append((copy item, Array(name)))
        return true
      }
    } catch { throw context.number(for: error) }
    for (item, name) in items {
      guard let (entry, contents) = try trashInfo(item.id, context), entry.user == user else { continue }
      if asInfo {
        let node = VirtualNode.trashInfoFile(item.id)
        let file = generatedFile(node, size: contents.count, owner: user, mode: 0o600, time: entry.date)
        entries.append(VirtualEntry(name: name + Array(".trashinfo".utf8), inode: node.inode, attributes: file))
      } else {
        var attributes = node(item)
        attributes.isVolatile = true
        entries.append(VirtualEntry(name: name, inode: attributes.inode, attributes: attributes))
      }
    }
    return entries
  }

  /// Where a trashed item came from, and the file that says so.
  func trashInfo(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> (TrashEntry, [UInt8])? {
    do throws(StoreError) {
      guard let entry = try context.reader.trashEntry(of: id) else { return nil }
      return (entry, TrashInfo.contents(path: entry.originalPath, date: entry.date))
    } catch { throw context.number(for: error) }
  }
}

/// The contents of a `.trashinfo` file.
enum TrashInfo {
  static func contents(path: String, date: Timestamp) -> [UInt8] {
    Array("[Trash Info]\nPath=\(encoded(path))\nDeletionDate=\(localTime(date))\n".utf8)
  }

  /// Percent-encoded as in a URL, slashes left (RFC 2396, as the specification asks).
  static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The user's local time, to the second.
  static func localTime(_ date: Timestamp) -> String {
    var seconds = date.systemTime.tv_sec
    var time = tm()
    localtime_r(&seconds, &time)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &time)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
