import FileProviderProgram
package import FileProviderStore

/// The domain that a command works on, opened, with its path arguments.
package struct DomainSelection: Sendable {
  package let name: DomainName
  package let store: ItemStore
  package let paths: [ItemPath]
  /// What of it is still at the provider.
  package let provided: ProvidedItems

  package var path: ItemPath { paths[0] }

  /// Finds the domain by its option, by the mounts that paths lead into, or by the one that the working directory is in. All paths have to
  /// agree.
  ///
  /// - Parameter purpose: What the command does with the domain.
  /// - Parameter optionalCount: The number of paths at the end that need not exist, such as a destination.
  /// - Throws: `NoDomainYet` when the default domain is meant, there is none, and the purpose does not make it.
  package init(
    named domain: String?, paths: [String] = [], for purpose: DomainPurpose = .reading, optionalCount: Int = 0
  ) throws {
    let arguments = PathArguments()
    var chosen = try domain.map { try DomainName($0) }
    let isNamed = chosen != nil
    var found: [ItemPath] = []
    for given in paths {
      // An empty path is most likely a script's unset variable; it would mean the root.
      guard !given.isEmpty else {
        throw CommandFailure("path", "the path is empty", remedy: "use “/” for the root", status: .usage)
      }
      if isNamed {
        found.append(ItemPath(given: given, fromRoot: given))
        continue
      }
      let (domain, path) = try arguments.locate(given)
      if let domain {
        if let chosen, chosen != domain {
          throw CommandFailure(given, "in the domain “\(domain)”, not in “\(chosen)”", status: .usage)
        }
        chosen = domain
      }
      found.append(path)
    }
    name = try chosen ?? arguments.currentDomain() ?? DomainName(HostProgram.current.defaultDomain)
    self.paths = found
    do {
      let makes = purpose.makesDomain && name.string == HostProgram.current.defaultDomain
      store = try arguments.store(name) ?? DomainDirectory.open(name, makes: makes)
    } catch var missing as NoDomainYet {
      if case .rehearsing(let place) = purpose {
        store = try ItemStore(directory: place.make())
        provided = ProvidedItems(name, store)
        return
      }
      // The root of a missing domain can be listed (it is empty), but not changed.
      missing.items = found.dropLast(optionalCount).filter { !purpose.onlyReads || !$0.isRoot }
      throw missing
    }
    provided = ProvidedItems(name, store)
    for path in found { try provided.list(onTheWayTo: path) }
  }
}
