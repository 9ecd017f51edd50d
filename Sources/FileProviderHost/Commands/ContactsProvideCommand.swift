import ArgumentParser
import FileProviderProgram

/// `contacts provide`
struct ContactsProvideCommand: HostCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "provide", abstract: "Fetch the contacts of this program's contact provider, or what has changed.",
      discussion: """
        Enables the provider at first use. The exit status is 0 once all is here, and 1 if the provider failed; the next run continues there.
        """,
      shouldDisplay: HostProgram.current.provideContacts != nil)
  }

  /// The provider has its method `invalidate` called.
  var watchesSignals: Bool { true }
  /// The extension may use the main queue.
  var servesProvider: Bool { true }

  func run() throws {
    guard let provide = HostProgram.current.provideContacts else {
      throw CommandFailure(
        HostProgram.current.name, "this program has no contact provider",
        remedy: "run the program of an extension that provides contacts", status: .unavailable)
    }
    try provide()
  }
}
