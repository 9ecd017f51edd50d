import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWatching
import Glibc
import LinuxSystem

/// `watch`: the working set and its latest changes, drawn again in place as they change.
struct WatchCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the working set and its latest changes live; the arrow keys scroll, q quits.",
    discussion: "On a dumb terminal, prints what “tail --follow” prints.")

  @OptionGroup var domain: DomainOptions

  var watchesSignals: Bool { true }

  func run() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure(
        "watch", "no terminal to draw on",
        remedy: "“\(HostProgram.current.name) tail --follow” prints changes",
        status: .usage)
    }
    if Environment.isDumbTerminal {
      let tail = try TailCommand.parse(["--follow"] + (domain.name.map { ["--domain", $0] } ?? []))
      return try tail.run()
    }
    guard let selection = try DomainSelection.waiting(domain) else { return }
    try WatchSession(selection).run()
  }
}
