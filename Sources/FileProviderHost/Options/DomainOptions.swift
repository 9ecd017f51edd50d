import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// The option that picks a domain.
struct DomainOptions: ParsableArguments {
  @Option(
    name: .customLong("domain"),
    help: "The domain. Default: the domain of the mount that a path or the working directory is in, else “default”.",
    completion: Candidates.domains)
  var name: String?

  /// The domain if no path selects one: that of the mount that contains the working directory, or else the default domain.
  func domain() throws -> DomainName {
    if let name { return try DomainName(name) }
    return try PathArguments().currentDomain() ?? DomainName(HostProgram.current.defaultDomain)
  }
}

extension DomainSelection {
  init(
    _ options: DomainOptions, paths: [String] = [], for purpose: DomainPurpose = .reading, optionalCount: Int = 0
  ) throws {
    try self.init(named: options.name, paths: paths, for: purpose, optionalCount: optionalCount)
  }

  static func waiting(
    _ options: DomainOptions, paths: [String] = [], until deadline: Deadline = .never
  ) throws -> DomainSelection? {
    try waiting(named: options.name, paths: paths, until: deadline)
  }
}

/// The option for the author of a change.
struct AuthorOptions: ParsableArguments {
  /// The author of changes by a command, unless `--author` is given.
  static let standard = "org.openfileprovider.cli"

  @Option(name: .customLong("author"), help: "Author recorded for the change, in reverse-domain notation.")
  var author = Self.standard

  func validate() throws {
    guard !author.isEmpty, author.utf8.count <= 255, !author.utf8.contains(where: { $0 < 0x21 || $0 == 0x7f }) else {
      throw ValidationError("the author must have 1 to 255 characters and no white space")
    }
    try Self.refuseReserved(author)
  }

  /// The provider's own authors are reserved: changes by them are never uploaded.
  static func refuseReserved(_ author: String) throws {
    guard author == ChangeAuthor.remote || author == ChangeAuthor.replica else { return }
    throw ValidationError("the author “\(author)” is reserved for the provider; choose another")
  }
}
