package import FileProviderProgram

/// There is no default domain yet, and the command does not make one.
package struct NoDomainYet: Error {
  package let name: DomainName
  /// The items that the command names, which do not exist either.
  var items: [ItemPath] = []

  /// The same as a failure, for a command that needs a domain.
  package var failure: CommandFailure { CommandFailure("domain “\(name)”", "does not exist yet", remedy: Self.remedy) }

  /// Prints a notice, since a missing domain is not an error, and an error for each item that the command names.
  package func report() -> ExitStatus {
    say()
    for item in items { Console.fail(CommandFailure(item.given, "no such item")) }
    return items.isEmpty ? .done : .failed
  }

  func say(_ more: String = "") { Console.say(failure.description + more) }

  private static let remedy = "import, mkdir or mount creates it"
}
