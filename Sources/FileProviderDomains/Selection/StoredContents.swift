import FileProviderProgram
package import FileProviderStore
import Glibc
package import LinuxSystem

/// The contents of items, by descriptor.
package enum StoredContents {
  /// Prints the contents of files, one after the other.
  package static func print(_ paths: [ItemPath], of selection: DomainSelection) throws {
    let store = selection.store
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    let writer = ByteWriter()
    try PathByPath.run(paths) { path in
      let item = try store.readCommitted { (reader) throws(StoreError) in
        Result { try PathReader(reader).item(at: path) }
      }.get()
      guard let file = try open(item, path.given, store, selection.provided) else { return }
      while true {
        let count = read(file.number, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw CommandFailure(path.given, "cannot read its contents: \(System.reason())") }
        if count == 0 { return try writer.flush() }
        try writer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// Opens the contents of a file for reading, downloading them first if necessary.
  ///
  /// - Returns: `nil` for an empty file.
  package static func open(
    _ item: ItemAttributes, _ path: String, _ store: ItemStore, _ provided: ProvidedItems
  ) throws -> Descriptor? {
    guard item.kind == .file else { throw CommandFailure(path, "a \(item.kind.word) has no contents") }
    let item = try provided.downloadContents(of: item, path)
    guard !item.flags.contains(.dataless) else {
      throw CommandFailure(path, "its contents are not downloaded", remedy: "read it through a mount first")
    }
    guard let content = item.content else { return nil }
    do { return try store.contents.open(content, flags: O_RDONLY) } catch {
      // The document may have got others since its row was read.
      let now = try store.readCommitted { (reader) throws(StoreError) in try reader.item(item.id) }
      guard let now, now.content != content else { throw CommandFailure(path, error) }
      return try open(now, path, store, provided)
    }
  }
}
