import FileProviderStore

/// Follows the symbolic links of a domain.
///
/// Inside the domain it reads the store, so that no folder is listed, nothing is downloaded, and the mount serves no request. The system follows the rest
/// of a path that leads out of the domain.
struct LinkReader {
  /// As many as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40
  private static let slash = UInt8(ascii: "/")

  private let reader: StoreReader
  /// Where the domain is mounted; `nil` where it is not.
  private let mountpoint: [UInt8]?

  init(_ reader: StoreReader, mountpoint: [UInt8]?) {
    self.reader = reader
    self.mountpoint = mountpoint
  }

  func target(of link: ItemAttributes) throws(StoreError) -> LinkTarget {
    var place = link
    // What is still to be followed, the next name last.
    var names: [ArraySlice<UInt8>] = []
    var links = 0
    while true {
      if place.kind == .symlink {
        links += 1
        guard links <= Self.mostLinks, let target = try reader.target(of: place.id) else { return .missing }
        names += Self.names(target[...])
        guard target.first == Self.slash else {
          guard let folder = try reader.item(place.parent) else { return .unknown }
          place = folder
          continue
        }
        guard enter(&names) else { return LinkTarget(at: Self.path(names)) }
        guard let root = try reader.item(.root) else { return .unknown }
        place = root
      }
      guard let name = names.popLast() else { return .item(place.kind, mode: place.mode) }
      guard place.isFolder else { return .missing }
      if name.isEmpty || name == [UInt8(ascii: ".")] { continue }
      if name == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        if place.id == .root {
          guard let mountpoint else { return .unknown }
          names += Self.names(mountpoint.prefix(upTo: mountpoint.lastIndex(of: Self.slash) ?? 0))
          if !enter(&names) { return LinkTarget(at: Self.path(names)) }
        } else {
          guard let folder = try reader.item(place.parent) else { return .unknown }
          place = folder
        }
        continue
      }
      guard let name = name.withUnsafeBytes({ try? FileName(bytes: $0) }) else { return .missing }
      guard let child = try reader.child(of: place.id, named: name) else {
        return place.flags.contains(.unlisted) ? .unknown : .missing
      }
      place = child
    }
  }

  /// Removes the names of the mount point from those of an absolute path.
  ///
  /// - Returns: False where the path does not lead there.
  private func enter(_ names: inout [ArraySlice<UInt8>]) -> Bool {
    guard let own = mountpoint.map({ Self.names($0[...]) }), names.count >= own.count,
      names.suffix(own.count).elementsEqual(own)
    else { return false }
    names.removeLast(own.count)
    return true
  }

  /// The names of a path, the last one first. An absolute path has an empty one at the end.
  private static func names(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    path.split(separator: slash, omittingEmptySubsequences: false).reversed()
  }

  private static func path(_ names: [ArraySlice<UInt8>]) -> [UInt8] {
    let path = Array(names.reversed().joined(separator: [slash]))
    return path.isEmpty ? [slash] : path
  }
}
