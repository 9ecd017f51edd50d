import ArgumentParser

/// `completions SHELL`: what a shell reads to complete our commands.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completions for a shell.",
    discussion: """
      bash: into ~/.local/share/bash-completion/completions/; zsh: into a folder of $fpath, as _fileprovider; fish: into \
      ~/.config/fish/completions/fileprovider.fish.
      """, aliases: ["completion"])

  @Argument(help: ArgumentHelp("The shell.", valueName: "bash|zsh|fish")) var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw CommandFailure(
        "shell “\(shell)”", "there are no completions for it",
        remedy: "they are there for \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))", status: .usage
      )
    }
    let writer = ByteWriter()
    let script = RootCommand.completionScript(for: shell)
    switch shell {
    case .bash: try writer.append(ShellScripts.bash(script))
    case .zsh: try writer.append(ShellScripts.zsh(script))
    default: try writer.append(script)
    }
    try writer.append(UInt8(ascii: "\n"))
    try writer.flush()
  }
}
