import ArgumentParser
import FileProviderStore

/// The option that picks a domain.
struct DomainOptions: ParsableArguments {
  @Option(
    name: .customLong("domain"),
    help: "The domain; by default that of the mount a path or the working directory is in, else “default”.",
    completion: Candidates.domains)
  var name: String?

  /// The domain when no path says which: that of the mount that the working directory is in, or else the default one.
  func domain() throws -> DomainName {
    if let name { return try DomainName(name) }
    return try PathArguments().currentDomain() ?? DomainName(HostProgram.current.defaultDomain)
  }
}

/// The option for the author of a change.
struct AuthorOptions: ParsableArguments {
  /// Who changes something by a command, where nobody says otherwise.
  static let standard = "org.openfileprovider.cli"

  @Option(name: .customLong("author"), help: "Author recorded for the change, in reverse-domain notation.")
  var author = Self.standard

  func validate() throws {
    guard !author.isEmpty, author.utf8.count <= 255, !author.utf8.contains(where: { $0 < 0x21 || $0 == 0x7f }) else {
      throw ValidationError("the author has 1 to 255 characters and no white space")
    }
    try Self.refuseReserved(author)
  }

  /// What a provider says, and what this machine does about it, nobody says in its name: such changes would never be told to it.
  static func refuseReserved(_ author: String) throws {
    guard author == ChangeAuthor.remote || author == ChangeAuthor.replica else { return }
    throw ValidationError("the author “\(author)” stands for the provider; name another")
  }
}
