import ArgumentParser
import FileProviderFUSE
import Glibc

/// `replay-changes MOUNTPOINT`: internal. The process that serves a mount starts it, and talks to it through its standard input.
struct ReplayChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay-changes", abstract: "Repeat changes from elsewhere on a mount, so that inotify reports them.",
    shouldDisplay: false)

  @Argument var mountpoint: String

  func run() throws {
    var helper = ReplayHelper(mountpoint: mountpoint)
    helper.run()
  }
}
