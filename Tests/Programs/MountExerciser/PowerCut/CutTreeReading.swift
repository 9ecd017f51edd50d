import Glibc

/// A tree as a mount, or a disk, shows it.
enum CutTreeReading {
  struct Found {
    let path: String
    let status: stat
    let target: String
    let attribute: String?
    /// What a document has; the error when it cannot be read.
    let contents: (outcome: Outcome, bytes: [UInt8])
  }

  /// Everything under a folder, by path.
  static func read(_ root: String, readsContents: Bool = true) -> [String: Found] {
    var found: [String: Found] = [:]
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in Listing.names(folder.isEmpty ? root : "\(root)/\(folder)").1 {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        let item = item(path, "\(root)/\(path)", readsContents)
        found[path] = item
        if item.isFolder { waiting.append(path) }
      }
    }
    return found
  }

  private static func item(_ path: String, _ whole: String, _ readsContents: Bool) -> Found {
    let status = Listing.status(whole).1
    let isDocument = status.st_mode & S_IFMT == S_IFREG
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    let attribute = isLink ? [] : Listing.attribute(whole, "user.version").1
    return Found(
      path: path, status: status, target: isLink ? Listing.target(whole).1 : "",
      attribute: attribute.isEmpty ? nil : String(decoding: attribute, as: UTF8.self),
      contents: isDocument && readsContents ? Listing.contents(whole) : (.value(0), []))
  }
}

extension CutTreeReading.Found {
  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  var kind: String {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "folder"
    case S_IFREG: "file"
    case S_IFLNK: "symlink"
    default: "other"
    }
  }
}
