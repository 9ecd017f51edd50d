import Glibc

/// The program of a domain's provider, as its store names it.
package enum ProviderProgram {
  /// The setting of a store with the program's absolute path.
  package static let setting = "provider.program"

  /// The path of the program that runs, without links.
  ///
  /// - Returns: `nil` when its file was removed, or is unknown.
  package static var own: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? -1
      guard count > 0, count < buffer.count else { return nil }
      let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return access(path, X_OK) == 0 ? path : nil
    }
  }

  /// Why a program is not started in the name of a store's owner; `nil` when nothing is wrong with it.
  ///
  /// Nobody but the owner and root may be able to put something else in its place: neither by writing to it, nor by way of a folder above
  /// it. In a folder with the sticky bit others can only add.
  package static func problem(_ path: String, owner: UInt32) -> String? {
    guard path.hasPrefix("/") else { return "not an absolute path" }
    let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      return "a path with “.”, “..” or empty components"
    }
    var place = ""
    if let problem = problem("/", isFolder: true, owner) { return problem }
    for (index, name) in names.enumerated() {
      place += "/" + name
      if let problem = problem(place, isFolder: index < names.count - 1, owner) { return problem }
    }
    return nil
  }

  private static func problem(_ path: String, isFolder: Bool, _ owner: UInt32) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return "\(path): \(String(cString: strerror(errno)))" }
    guard status.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG) else {
      return "\(path) is not a \(isFolder ? "folder" : "program")"
    }
    guard status.st_uid == owner || status.st_uid == 0 else { return "\(path) belongs to another user" }
    let isSticky = isFolder && status.st_mode & S_ISVTX != 0
    guard status.st_mode & 0o022 == 0 || isSticky else { return "\(path) is writable by others" }
    return isFolder || status.st_mode & 0o111 != 0 ? nil : "\(path) is not executable"
  }
}
