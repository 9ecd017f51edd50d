import FileProviderStore

/// The domain that a command works on, opened, with its path arguments.
struct DomainSelection: Sendable {
  let name: DomainName
  let store: ItemStore
  let paths: [ItemPath]

  var path: ItemPath { paths[0] }

  /// Finds the domain by its option, by the mounts that paths lead into, or by the one that the working directory is in. All paths have to
  /// agree.
  ///
  /// - Parameter changesItems: Whether items are to be made, changed or deleted, which a provider's domain does not
  ///   allow: nothing sends that to the provider yet.
  /// - Parameter makes: Whether to make the default domain when there is none.
  /// - Throws: `NoDomainYet` when there is none and it is not to be made.
  init(_ options: DomainOptions, paths: [String] = [], changesItems: Bool = false, makes: Bool = true) throws {
    let arguments = PathArguments()
    var chosen = try options.name.map { try DomainName($0) }
    let isNamed = chosen != nil
    var found: [ItemPath] = []
    for given in paths {
      // An empty path is most likely a script's unset variable; it would mean the root.
      guard !given.isEmpty else {
        throw CommandFailure("path", "it is empty", remedy: "“/” is the root", status: .usage)
      }
      if isNamed {
        found.append(ItemPath(given: given, fromRoot: given))
        continue
      }
      let (domain, path) = try arguments.locate(given)
      if let domain {
        if let chosen, chosen != domain {
          throw CommandFailure(given, "this is in the domain “\(domain)”, not in “\(chosen)”", status: .usage)
        }
        chosen = domain
      }
      found.append(path)
    }
    name = try chosen ?? arguments.currentDomain() ?? DomainName(HostProgram.current.defaultDomain)
    self.paths = found
    guard makes || name.string != HostProgram.current.defaultDomain || DomainDirectory.exists(name) else {
      // A directory that cannot be read is another error.
      _ = try DomainDirectory.names()
      throw NoDomainYet(name: name)
    }
    store = try arguments.store(name) ?? DomainDirectory.open(name)
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
}
