import Foundation
import LinuxSystem

/// The place of an item below the collection that is mounted, or in the server's trash bin: the bytes of its names, as the server spells them, with
/// slashes between.
///
/// Names are compared byte by byte. Two texts that look the same may be two names, so this is no `String`.
struct RemotePath: Hashable, Sendable {
  /// Without a slash at the beginning or the end; empty for the collection that is mounted.
  var bytes: [UInt8]
  /// A folder and a document that took its name are two items.
  var isFolder: Bool
  /// Whether it is in the trash bin, and not in the collection.
  var isTrashed = false

  static let root = RemotePath(bytes: [], isFolder: true)
  /// The trash bin itself.
  static let trash = RemotePath(bytes: [], isFolder: true, isTrashed: true)
  private static let slash = UInt8(ascii: "/")

  var isRoot: Bool { bytes.isEmpty && !isTrashed }
  /// Whether it is in no folder: the collection, or the trash bin.
  var isTop: Bool { bytes.isEmpty }

  /// The bytes of the name.
  var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The folder that it is in; that of the root is the root, and that of the trash bin the bin.
  var parent: RemotePath {
    let end = bytes.lastIndex(of: Self.slash) ?? 0
    return RemotePath(bytes: Array(bytes[..<end]), isFolder: true, isTrashed: isTrashed)
  }

  func appending(_ name: [UInt8], isFolder: Bool) -> RemotePath {
    RemotePath(bytes: isTop ? name : bytes + [Self.slash] + name, isFolder: isFolder, isTrashed: isTrashed)
  }

  /// Whether it is a folder's, or is in it, however deep.
  func isAtOrBelow(_ folder: RemotePath) -> Bool {
    guard isTrashed == folder.isTrashed else { return false }
    if folder.isTop || self == folder { return true }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == Self.slash
      && bytes.starts(with: folder.bytes)
  }

  /// The same place after a folder above it, or itself, has become another one.
  func moved(from old: RemotePath, to new: RemotePath) -> RemotePath {
    RemotePath(bytes: new.bytes + bytes.dropFirst(old.bytes.count), isFolder: isFolder, isTrashed: new.isTrashed)
  }

  /// Whether the bytes can be the name of a file.
  static func isName(_ name: [UInt8]) -> Bool {
    !name.isEmpty && !name.contains(0) && !name.contains(slash) && name != Array(".".utf8) && name != Array("..".utf8)
  }
}

extension RemotePath {
  /// The system's names for the collection, and for the trash bin.
  static let rootIdentifier = "NSFileProviderRootContainerItemIdentifier"
  static let trashIdentifier = "NSFileProviderTrashContainerItemIdentifier"

  /// What the system calls it, if that is always the same.
  var fixedIdentifier: String? { isTop ? isTrashed ? Self.trashIdentifier : Self.rootIdentifier : nil }

  /// The path as an identifier: `/a/b` for a document, `/a/b/` for a folder.
  var identifier: String { "/" + String(spelling: bytes) + (isFolder && !isRoot ? "/" : "") }

  /// The path of an identifier; `nil` when it is not one.
  init?(identifier: String) {
    var bytes = identifier.spelledBytes
    guard bytes.first == Self.slash else { return nil }
    bytes.removeFirst()
    let isFolder = bytes.isEmpty || bytes.last == Self.slash
    if bytes.count > 1, isFolder { bytes.removeLast() }
    let names = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    guard bytes.isEmpty || names.allSatisfy({ Self.isName(Array($0)) }) else { return nil }
    self.init(bytes: bytes, isFolder: isFolder)
  }
}

extension RemotePath {
  /// The names of the path, one by one.
  var names: [[UInt8]] { bytes.split(separator: UInt8(ascii: "/")).map { Array($0) } }

  /// Whether a path's last names are these, though a server may compose letters in another way or write them larger.
  func isEnd(of others: [[UInt8]]) -> Bool {
    let names = names
    return others.count >= names.count
      && zip(others.suffix(names.count), names).allSatisfy { $0 == $1 || Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ name: [UInt8]) -> String? {
    String(validating: name, as: UTF8.self)?.precomposedStringWithCanonicalMapping.lowercased()
  }
}
