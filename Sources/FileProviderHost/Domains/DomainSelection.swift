import FileProviderStore

/// The domain that a command works on, opened, with its path arguments.
struct DomainSelection: Sendable {
  let name: DomainName
  let store: ItemStore
  let paths: [ItemPath]

  var path: ItemPath { paths[0] }

  /// Finds the domain by its option, or by the mount that absolute paths lie in. All paths have to agree.
  ///
  /// - Parameter changesItems: Whether items shall be made, changed or deleted, which a provider's domain does not allow: nothing sends
  ///   that to the provider yet.
  init(_ options: DomainOptions, paths: [String] = [], changesItems: Bool = false) throws {
    let explicit = try options.name.map { try DomainName($0) }
    let mounts = paths.contains { $0.hasPrefix("/") } ? MountTable.ours() : []
    var chosen = explicit
    var found: [ItemPath] = []
    for given in paths {
      // Most likely a script's variable that is not set; it would mean the root.
      guard !given.isEmpty else {
        throw CommandFailure("path", "it is empty", remedy: "“/” is the root", status: .usage)
      }
      let (domain, path) = Self.locate(given, mounts)
      if let domain {
        if let chosen, chosen.string != domain {
          throw CommandFailure(given, "this is in the domain “\(domain)”, not in “\(chosen)”", status: .usage)
        }
        chosen = try DomainName(domain)
      }
      found.append(path)
    }
    name = try chosen ?? DomainName(HostProgram.current.defaultDomain)
    self.paths = found
    store = try DomainDirectory.open(name)
    if changesItems { try refuseProvider() }
  }

  private func refuseProvider() throws {
    guard let provider = try store.read({ (reader) throws(StoreError) in try reader.setting("provider") }) else {
      return
    }
    throw CommandFailure(
      "domain “\(name)”", "it belongs to the provider “\(provider)” and is read-only: changes are not sent there yet",
      remedy: "change a local domain instead", status: .unavailable)
  }

  /// Whether an absolute path lies in one of our mounts, and where there.
  static func locate(_ given: String, _ mounts: [MountEntry]) -> (domain: String?, path: ItemPath) {
    if given.hasPrefix("/") {
      let names = ItemPath.normalized(given)
      // The last mount on a place is the one that is seen; the deepest place wins.
      let candidates = mounts.filter { names.starts(with: ItemPath.normalized($0.mountpoint)) }
      if let mount = candidates.enumerated().max(by: {
        ($0.element.mountpoint.count, $0.offset) < ($1.element.mountpoint.count, $1.offset)
      })?.element {
        let rest = names.dropFirst(ItemPath.normalized(mount.mountpoint).count).joined(separator: "/")
        return (mount.source, ItemPath(given: given, fromRoot: given.hasSuffix("/") ? rest + "/" : rest))
      }
    }
    return (nil, ItemPath(given: given, fromRoot: given))
  }
}
