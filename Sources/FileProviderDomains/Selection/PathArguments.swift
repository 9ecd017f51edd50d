import FileProviderProgram
package import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// What the path arguments of a command mean: the domain, and the items in it.
///
/// Inside one of our mounts a relative path means what it means to a shell; elsewhere it begins at the root of the
/// domain. With `--domain`, every path begins at that domain's root.
package final class PathArguments {
  /// The stores that were opened on the way.
  private var stores: [String: ItemStore] = [:]
  private let table: [MountEntry]

  package init() { table = MountTable.everything() }

  /// The domain of the mount that the working directory is in.
  package func currentDomain() throws -> DomainName? {
    guard table.contains(where: \.isOurs), let directory = Self.workingDirectory() else { return nil }
    guard case .mounted(let mount, _) = try MountedPath.find(".", from: directory, sources { _, _ in nil }) else {
      return nil
    }
    return try domain(of: mount, given: directory)
  }

  /// The domain of the mount that a path argument leads into, and the path there; no domain for a path outside of all
  /// mounts.
  package func locate(_ given: String) throws -> (domain: DomainName?, path: ItemPath) {
    let elsewhere = (domain: DomainName?.none, path: ItemPath(given: given, fromRoot: given))
    guard table.contains(where: \.isOurs) else { return elsewhere }
    let isAbsolute = given.hasBytePrefix("/")
    guard isAbsolute || isInMount() else { return elsewhere }
    let directory = isAbsolute ? "/" : Self.workingDirectory() ?? "/"
    let place = try MountedPath.find(
      given, isText: !CommandArguments.isSpelled(given), from: directory,
      sources { mount, names in
        try self.link(at: names, in: mount, given: given)
      })
    guard case .mounted(let mount, let names) = place else {
      if isAbsolute { return elsewhere }
      throw CommandFailure(
        given, "outside the mount that contains the working directory", remedy: "name a domain with --domain",
        status: .usage)
    }
    let path = names.joined(separator: "/") + (given.hasSuffix("/") ? "/" : "")
    return (try domain(of: mount, given: given), ItemPath(given: given, fromRoot: path))
  }

  /// A store that was opened on the way.
  package func store(_ domain: DomainName) -> ItemStore? { stores[domain.string] }

  private func isInMount() -> Bool {
    guard let directory = Self.workingDirectory(),
      case .mounted = try? MountedPath.find(".", from: directory, sources { _, _ in nil })
    else { return false }
    return true
  }

  private func sources(_ mountedLink: @escaping (MountEntry, [String]) throws -> [UInt8]?) -> MountedPath.Sources {
    MountedPath.Sources(table: table, machineLink: Self.readLink, mountedLink: mountedLink)
  }

  private func link(
    at names: [String], in mount: MountEntry, given: String
  ) throws -> [UInt8]? {
    let domain = try domain(of: mount, given: given)
    let store = try stores[domain.string] ?? DomainDirectory.open(domain)
    stores[domain.string] = store
    return try store.readCommitted { (reader) throws(StoreError) in
      guard let item = try reader.resolve(names.joined(separator: "/")), item.kind == .symlink else { return nil }
      return try reader.target(of: item.id)
    }
  }

  /// The domain that a mount shows, if this user's commands can work on it.
  private func domain(of mount: MountEntry, given: String) throws -> DomainName {
    guard mount.user == getuid() else {
      let owner = Accounts.user(mount.user)
      throw CommandFailure(given, "in a mount of the user “\(owner)”", remedy: "run the command as that user")
    }
    let name = try DomainName(mount.source)
    if let store = mount.store, store != DomainDirectory.url(of: name).path {
      throw CommandFailure(
        given, "in a mount of a domain stored in \(store)",
        remedy: "set XDG_DATA_HOME to the value that the mount was started with")
    }
    return name
  }

  private static func readLink(_ path: String) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlink(path.spelledCString, $0, buffer.count) } ?? -1
      return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// The working directory, spelled, as the kernel remembers it, without a call on what is mounted there. `nil` when it
  /// is not in the tree any more.
  private static func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    let text = String(spelling: path)
    return text.hasBytePrefix("/") ? text : nil
  }
}
