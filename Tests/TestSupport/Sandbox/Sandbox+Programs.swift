import Foundation

extension Sandbox {
  /// The command that was built with these tests.
  package static var fileprovider: String {
    get throws {
      guard let path = Machine.built("fileprovider") else { throw SupportFailure("“fileprovider” is not built") }
      return path
    }
  }

  /// Starts `fileprovider`, in the sandbox's folder.
  package func start(_ words: [String]) throws -> RunningProcess { try startProgram([Self.fileprovider] + words) }

  package func start(_ words: String...) throws -> RunningProcess { try start(words) }

  /// Runs `fileprovider` to its end.
  package func run(_ words: [String]) throws -> ProcessResult { try start(words).wait() }

  @discardableResult
  package func run(_ words: String...) throws -> ProcessResult { try run(words) }

  /// Starts a program: a path, or the name of one of ours or of the system's.
  ///
  /// - Parameters:
  ///   - variables: Beside those of the sandbox, or in place of them.
  ///   - folder: Its working directory; `nil` for the sandbox's folder.
  package func startProgram(
    _ words: [String], _ variables: [String: String] = [:], in folder: String? = nil
  ) throws -> RunningProcess {
    let name = words[0]
    guard let path = name.contains("/") ? name : Machine.built(name) ?? Machine.installed(name) else {
      throw SupportFailure("“\(name)” is neither built nor installed")
    }
    return try RunningProcess(
      [path] + words.dropFirst(), environment: environment.merging(variables) { $1 }, in: folder ?? self.folder)
  }

  /// Runs a program to its end.
  @discardableResult
  package func program(
    _ words: String..., variables: [String: String] = [:], seconds: Double = 300
  ) throws -> ProcessResult {
    try startProgram(words, variables).wait(seconds: seconds)
  }

  /// Runs a shell script in the sandbox's folder, with the command in `$F`, the mount in `$M` and the sandbox in `$S`.
  package func shell(
    _ script: String, _ variables: [String: String] = [:], seconds: Double = 300
  ) throws -> ProcessResult {
    let own = try ["F": Self.fileprovider, "M": mountpoint, "S": folder]
    return try startProgram(["/bin/sh", "-c", script], own.merging(variables) { $1 }).wait(seconds: seconds)
  }

  /// Runs what a person types: `fileprovider` is the command that was built.
  @discardableResult
  package func type(_ line: String) throws -> ProcessResult { try shell("fileprovider() { \"$F\" \"$@\"; }; \(line)") }

  package func status() throws -> MountStatus {
    try JSONDecoder().decode(MountStatus.self, from: Data(run("status", "--json").output.utf8))
  }
}
