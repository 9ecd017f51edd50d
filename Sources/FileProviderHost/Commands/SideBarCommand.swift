import ArgumentParser
import FileProviderProgram
import SecretService

/// `side-bar`: internal. The session bus starts it for file managers.
struct SideBarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "side-bar", abstract: "Offer the mounted domains to file managers on the session bus.",
    shouldDisplay: false)

  func run() throws {
    do throws(SecretServiceError) {
      var sideBar = try SideBar()
      try sideBar.run()
    } catch {
      // As a rule at the end of the session.
      if case .failed(let reason) = error {
        throw CommandFailure("side-bar", "the session bus has failed: \(reason)", status: .unavailable)
      }
      throw CommandFailure("side-bar", error.description, status: .unavailable)
    }
  }
}
