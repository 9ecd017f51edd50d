import ArgumentParser
import FileProviderProgram
import Glibc
import LinuxSystem

/// `contacts provide`
struct ContactsProvideCommand: HostCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "provide", abstract: "Fetch the contacts of this program's contact provider, or what has changed.",
      discussion: """
        Enables the provider at first use. The exit status is 0 once all is here, and 1 if the provider failed; the next run continues there. It is also 0, at \
        once, if another process already waits for one that runs: it will fetch all that is new. With --every, a failure is printed, and the provider runs again.
        """,
      shouldDisplay: HostProgram.current.contacts != nil)
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
    guard let provide = HostProgram.current.contacts?.run else {
      throw CommandFailure(
        HostProgram.current.name, "this program has no contact provider",
        remedy: "run the program of an extension that provides contacts", status: .unavailable)
    }
    guard let pause = pause.flatMap({ Interval($0) }) else { return try provide() }
    while !Interruption.hasCome {
      try runOnce()
      _ = Deadline.after(.nanoseconds(pause.nanoseconds)).ask(every: .milliseconds(200)) { Interruption.hasCome }
    }
  }

  /// Runs the provider in a process of its own: what a failed run leaves behind, such as a method that never returns, ends with it.
  private func runOnce() throws {
    var launch = ProcessLaunch("/proc/self/exe", words: [CommandLine.arguments[0], "contacts", "provide"])
    launch.input = .null
    // Ctrl-C reaches it through this process.
    launch.group = .own
    let process: ChildProcess
    do { process = try launch.start() } catch {
      throw CommandFailure("contacts provide", "cannot start a process: \(error)")
    }
    var isAsked = false
    while !process.waitKeepingNumber(until: .after(.milliseconds(200))) {
      guard Interruption.hasCome, !isAsked else { continue }
      isAsked = true
      kill(process.number, SIGTERM)
    }
    switch process.wait() {
    case .exited(ExitStatus.done.rawValue), .exited(ExitStatus.failed.rawValue): return
    case .exited(let code): throw CommandEnd(status: ExitStatus(rawValue: code) ?? .failed)
    case .killed(let signal): Console.say("contacts provide: ended by signal \(signal)")
    }
  }
}
