import Synchronization

extension WebDAVServer {
  /// What the server calls a folder, as far as is known.
  func place(of folder: RemotePath) -> AnsweredPlace {
    let top = folder.isTrashed ? transport.answeredTrashNames.withLock { $0 } : transport.answeredNames.withLock { $0 }
    return AnsweredPlace(folder: folder, names: top + folder.names)
  }

  /// Asks the server what it calls a folder: there is one entry in the answer, and it is the folder's own.
  ///
  /// - Throws: When it is unknown, since the answer is about another item.
  func learnPlace(of folder: RemotePath, _ cancellation: Cancellation?) throws -> AnsweredPlace {
    let base = place(of: folder).names
    var reported: [(names: [[UInt8]], entry: StatusEntry)] = []
    _ = try report("PROPFIND", folder, body: Self.propfind(properties(of: folder)), depth: "0", cancellation) {
      entry in
      guard reported.count < Self.mostOfOne, let reference = entry.references.first.flatMap({ Reference($0) }) else {
        return
      }
      reported.append((reference.isAbsolute ? reference.names : base + reference.names, entry))
    }
    // Some servers list more than requested; all of it is below the folder then.
    guard let own = reported.min(by: { $0.names.count < $1.names.count }),
      reported.allSatisfy({
        $0.names == own.names || $0.names.count > own.names.count && $0.names.starts(with: own.names)
      }
      ),
      folder.isEnd(of: own.names)
    else { throw WebDAVError(.badAnswer(Self.otherPlaces)) }
    if let status = own.entry.status, !(200..<300).contains(status) { throw WebDAVError(.status(status)) }
    let prefix = Array(own.names.dropLast(folder.names.count))
    if folder.isTrashed {
      transport.answeredTrashNames.withLock { $0 = prefix }
    } else {
      transport.answeredNames.withLock { $0 = prefix }
    }
    return AnsweredPlace(folder: folder, names: own.names)
  }

  /// Which item below the collection an entry is about that was asked for by its path.
  ///
  /// - Returns: The path as the server spells it; `nil` for one that is neither that nor another spelling of it.
  func ownPath(_ entry: StatusEntry, askedFor path: RemotePath) -> RemotePath? {
    if path.isTop { return path }
    guard let reference = entry.references.first.flatMap({ Reference($0) }) else { return nil }
    let (asked, prefix) = (path.names, place(of: path.isTrashed ? .trash : .root).names)
    var names = reference.names
    if !reference.isAbsolute { names = prefix + (names.isEmpty ? asked : asked.dropLast() + names) }
    let own = names.suffix(asked.count)
    let isAnotherSpelling = names.count == prefix.count + asked.count && names.starts(with: prefix)
    guard path.isEnd(of: names) || isAnotherSpelling, own.allSatisfy(RemotePath.isName) else { return nil }
    return RemotePath(
      bytes: Array(own.joined(separator: [UInt8(ascii: "/")])), isFolder: reference.endsWithSlash,
      isTrashed: path.isTrashed)
  }

  /// So many entries of an answer are looked at that should have one.
  static let mostOfOne = 256
  static let otherPlaces = "it lists items outside the requested folder"
}
