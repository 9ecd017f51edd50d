import FileProviderDomains
import FileProviderMounting
import FileProviderProgram
import Foundation
import Glibc

/// The folder that `setup` mounts a domain on.
struct SetupPlace {
  private let domain: DomainName
  /// As it was given, from the root of the machine.
  private let given: String

  init(_ path: String, for domain: DomainName) {
    self.domain = domain
    given = URL(fileURLWithPath: SetupSource.path(path)).path
  }

  /// Where a domain is mounted if nothing else was said: where its unit mounts it, too.
  static func standard(for domain: DomainName) -> String { "~/Files/\(domain)" }

  /// Makes the folder, and those above it, where they are missing.
  ///
  /// - Throws: When it is not empty, or another domain is mounted there.
  func make(_ undo: inout UndoList) throws -> MountpointPath {
    var missing: [String] = []
    var path = given
    // A dead mount exists, and answers with another error.
    while access(path, F_OK) != 0, errno == ENOENT, path != "/" {
      missing.append(path)
      path = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 else {
        throw CommandFailure(folder, "cannot be created: \(System.reason())", remedy: Self.remedy)
      }
      undo.add { rmdir(folder) }
    }
    let place = try MountpointPath(given)
    try check(place)
    return place
  }

  /// Checks it before anything is asked of a server, as far as it exists.
  ///
  /// - Throws: When it is not empty, or another domain is mounted there.
  func check() throws { if let place = try? MountpointPath(given) { try check(place) } }

  private func check(_ place: MountpointPath) throws {
    if let mounted = Self.domain(on: place.path) {
      guard mounted == domain.string else {
        throw CommandFailure(given, "the domain “\(mounted)” is mounted there", remedy: Self.remedy)
      }
    } else if !MountRegistry.isDeserted(place.path),
      try !FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty
    {
      throw CommandFailure(given, "not empty", remedy: Self.remedy)
    }
  }

  private static let remedy = "choose another directory with --mountpoint"

  /// - Returns: The name of the domain that is mounted on a path; `nil` where there is none, or its process has died.
  static func domain(on path: String) -> String? {
    guard !MountRegistry.isDeserted(path) else { return nil }
    return MountTable.all().last { $0.mountpoint == path }?.source
  }
}
