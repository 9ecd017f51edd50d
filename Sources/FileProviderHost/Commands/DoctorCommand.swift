import ArgumentParser
import FileProviderProgram
import Glibc
import LinuxSystem

/// `doctor [--json]`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Examine what this machine has for domains and mounts, and say what to do.",
    discussion: """
      It prints one line per condition: ok, warning (something works less well, or not in every case) or problem (something does not work), what was \
      found, and the remedy. It exits with 1 when there is a problem. It changes nothing.
      """)

  @Flag(name: .customLong("json"), help: "Print one JSON object.") var isJSON = false

  /// How long the session's bus may take, and then the stores; the rest is quick.
  private static let longest = Duration.milliseconds(750)

  func run() throws {
    let session = SessionConditions(deadline: .after(Self.longest)).all()
    let domains = DomainConditions.all(until: .after(Self.longest))
    let conditions =
      FUSEConditions.all() + LimitConditions.all() + session + StorageConditions.all() + domains
      + LibraryConditions.all()
    let printer = ConditionPrinter(
      conditions: conditions, hasColor: isatty(STDOUT_FILENO) == 1 && Environment.hasColor)
    let writer = ByteWriter()
    if isJSON { try printer.writeJSON(to: writer) } else { try printer.writeText(to: writer) }
    try writer.flush()
    if !printer.isHealthy { throw CommandEnd(status: .failed) }
  }
}
