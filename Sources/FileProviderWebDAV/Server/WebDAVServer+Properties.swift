extension WebDAVServer {
  /// Whether the collection is an account's home of address books.
  var isCardDAV: Bool { transport.settings.isCardDAV }

  /// What is asked of an item, or of all in a folder.
  func properties(of path: RemotePath) -> [XMLName] { path.isTrashed ? RemoteEntry.trashProperties : properties }

  /// What is asked of each item of the collection.
  var properties: [XMLName] {
    var own =
      isCardDAV
      ? RemoteEntry.cardProperties
      : facts.isCloud
        ? RemoteEntry.cloudProperties
        : facts.hasExecutables ? RemoteEntry.apacheProperties : RemoteEntry.properties
    if !facts.isCloud, facts.hasPrivileges == true { own.append(Privileges.property) }
    // Of documents as well, which do not have it: the server answers for all of a folder at once.
    return facts.hasSyncTokens ? own + [.dav("sync-token")] : own
  }
}
