package import FileProviderFUSE

extension ReplayProgram {
  /// How the helper process of a mount is started: this executable again, with the command `replay-changes`.
  package static func own(for mountpoint: String) -> ReplayProgram {
    ReplayProgram(
      path: "/proc/self/exe", words: [CommandLine.arguments[0], "replay-changes", "--", mountpoint])
  }
}
