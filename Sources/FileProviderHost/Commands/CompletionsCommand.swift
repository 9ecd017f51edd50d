import ArgumentParser
import FileProviderProgram

/// `completions SHELL`: what a shell reads to complete our commands.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completion script for a shell.",
    discussion: """
      Save it for bash in ~/.local/share/bash-completion/completions/, for zsh as _fileprovider in a folder of $fpath, for fish as \
      ~/.config/fish/completions/fileprovider.fish.
      """, aliases: ["completion"])

  @Argument(help: ArgumentHelp("The shell.", valueName: "bash|zsh|fish")) var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw CommandFailure(
        "shell “\(shell)”", "no completions for this shell",
        remedy: "supported shells: \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))", status: .usage
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
