/// The place as a key of the database in which the known state of the server is kept.
extension RemotePath {
  /// The key of a folder, or of another item's place.
  var key: [UInt8] {
    let top = isTrashed ? UInt8(ascii: "t") : UInt8(ascii: "c")
    return isTop ? [top] : [top, UInt8(ascii: "/")] + bytes
  }

  init(key: UnsafeRawBufferPointer, isFolder: Bool) {
    self.init(bytes: Array(key.dropFirst(2)), isFolder: isFolder, isTrashed: key.first == UInt8(ascii: "t"))
  }

  /// What the keys of all below a folder are not less than, and less than.
  var keysBelow: (from: [UInt8], to: [UInt8]) { (key + [UInt8(ascii: "/")], key + [UInt8(ascii: "/") + 1]) }
}
