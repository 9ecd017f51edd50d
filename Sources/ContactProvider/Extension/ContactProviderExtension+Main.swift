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
    if CommandArguments.words.first == "mount" { ExtensionProcess(home).startAtMount() }
    FileProviderHost.run(defaultDomain: home.domain.string) { try ExtensionProcess(home).run(make.make) }
  }
}

/// Makes an extension, on the thread of its command.
private struct ExtensionMaker: @unchecked Sendable {
  // Sendable: nothing is captured but a type.
  let make: () -> any ContactProviderExtension

  init(_ make: @escaping () -> any ContactProviderExtension) { self.make = make }
}

extension ExtensionProcess {
  /// Makes the domain where there is none, and has its contacts fetched while it is mounted. What fails then is reported by the mount itself, or by `contacts provide`.
  fileprivate func startAtMount() {
    let displayName = ProgramDescription(of: home.program).displayName
    guard let record = try? home.register(displayName: displayName, isEnabled: true), record.isEnabled else { return }
    try? home.start()
  }
}
