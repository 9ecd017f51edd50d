package import LinuxSystem

/// Runs a shell command line.
package enum ShellProcess {
  /// Starts a command with `/bin/sh -c`, in a process group of its own, with signals in their default state.
  ///
  /// - Parameters:
  ///   - input: Becomes its standard input.
  ///   - variables: In its environment, beside ours.
  package static func start(
    _ command: String, input: Int32, variables: [(name: String, value: String)]
  ) throws -> ChildProcess {
    var launch = ProcessLaunch("/bin/sh", words: ["/bin/sh", "-c", command])
    launch.input = .descriptor(input)
    launch.variables = variables
    launch.group = .own
    do { return try launch.start() } catch { throw CommandFailure("/bin/sh", "cannot be started: \(error)") }
  }
}
