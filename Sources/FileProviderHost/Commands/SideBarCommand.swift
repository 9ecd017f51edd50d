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
      let problem =
        switch error {
        // As a rule at the end of the session.
        case .failed(let reason): "the session bus has failed: \(reason)"
        case .noBus(let reason): "no session bus (\(reason)); file managers of a desktop session start this command"
        case .noLibrary: "libsystemd is not installed (libsystemd.so.0)"
        default: error.description
        }
      throw CommandFailure("side-bar", problem, status: .unavailable)
    }
  }
}
