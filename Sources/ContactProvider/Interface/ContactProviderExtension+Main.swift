import FileProviderDomains
import FileProviderHost
import FileProviderProgram
import Foundation

extension ContactProviderExtension {
  /// Runs the command line of the extension's program, and ends the process.
  ///
  /// It has all commands of `fileprovider`, for the domain of its contacts, and `contacts provide`, which runs the extension. The system does that, too: at
  /// `mount`, and whenever the app signals something new.
  public static func main() {
    let home: ProviderHome
    do { home = try ProviderHome(program: ProgramDescription.currentProgram) } catch {
      Console.say("\(error)")
      exit(ExitStatus.usage.rawValue)
    }
    let make = ExtensionMaker { Self() }
    let process = ExtensionProcess(home)
    FileProviderHost.run(
      defaultDomain: home.domain.string,
      contacts: ContactProviding(
        register: { try process.register() }, start: { if try process.register().isEnabled { try home.start() } },
        run: { try process.run(make.make) }))
  }
}

/// Makes an extension, on the thread of its command.
private struct ExtensionMaker: @unchecked Sendable {
  // Sendable: nothing is captured but a type.
  let make: () -> any ContactProviderExtension

  init(_ make: @escaping () -> any ContactProviderExtension) { self.make = make }
}
