import ArgumentParser
import FileProviderProgram
import LinuxSystem

/// `contacts provide`
struct ContactsProvideCommand: HostCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "provide", abstract: "Fetch the contacts of this program's contact provider, or what has changed.",
      discussion: """
        Enables the provider at first use. The exit status is 0 once all is here, and 1 if the provider failed; the next run continues there. With --every, a \
        failure is printed, and the provider runs again.
        """,
      shouldDisplay: HostProgram.current.provideContacts != nil)
  }

  @Option(
    name: .customLong("every"),
    help: ArgumentHelp("Run again after this time, such as 15min, until interrupted.", valueName: "time"))
  var pause: String?

  func validate() throws {
    guard let pause, Interval(pause) == nil else { return }
    throw ValidationError("“\(pause)” is not a time such as 30s or 15min")
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
    guard let pause = pause.flatMap({ Interval($0) }) else { return try provide() }
    while !Interruption.hasCome {
      do { try provide() } catch let failure as CommandFailure where failure.status == .failed {
        if !Interruption.hasCome { Console.fail(failure) }
      }
      _ = Deadline.after(.nanoseconds(pause.nanoseconds)).ask(every: .milliseconds(200)) { Interruption.hasCome }
    }
  }
}
