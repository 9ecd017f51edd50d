import FileProviderProgram
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost

/// The scripts in the shells they are for: what the tabulator key makes of a line.
@Suite(.timeLimit(.minutes(2))) struct ShellCompletionTests {
  private static func isInstalled(_ name: String) -> Bool {
    Machine.installed(name) != nil && Machine.installed("setsid") != nil
  }

  @Test(.enabled(if: isInstalled("bash"), "there is no bash")) func `in bash`() throws {
    try complete(in: "bash", startedWith: ["--rcfile", "start", "-i"]) { sandbox in
      try sandbox.write("PS1='ready> '\nsource <(fileprovider completion bash)\n", to: "start")
    }
  }

  @Test(.enabled(if: isInstalled("zsh"), "there is no zsh")) func `in zsh`() throws {
    try complete(in: "zsh", startedWith: ["-i"]) { sandbox in
      let start = """
        PS1='ready> '
        fpath=($HOME/functions $fpath)
        fileprovider completion zsh > $HOME/functions/_fileprovider
        autoload -Uz compinit
        compinit -u -D

        """
      try sandbox.write("", to: "functions/empty")
      try sandbox.write(start, to: ".zshrc")
    }
  }

  @Test(.enabled(if: isInstalled("fish"), "there is no fish")) func `in fish`() throws {
    let prompt = "function fish_prompt; echo -n 'ready> '; end"
    try complete(
      in: "fish", startedWith: ["--no-config", "-i", "-C", "\(prompt); fileprovider completion fish | source"])
  }

  private static let names = [
    "plain", "sp ace", "quo'te", "dou\"ble", "café", "-dash", "$(touch ran)", "a`touch ran`b", "$HOME", "back\\slash",
    "col:on", "!bang", "[br]", "{a,b}", "~tilde", "#hash", "a;b&c",
  ]

  /// Each name is alone in a folder, and completed from nothing: the command gets it as it is, and nothing in it runs or is expanded.
  private func complete(
    in shell: String, startedWith words: [String], prepare: (Sandbox) throws -> Void = { _ in }
  ) throws {
    let sandbox = try Sandbox()
    let paths = Self.names.enumerated().map { "/n\($0.offset)/\($0.element)" }
    #expect(try sandbox.start(["mkdir", "-p", "--"] + paths).wait().status == 0)
    try prepare(sandbox)
    let terminal = try TerminalPair(columns: 200, rows: 40)
    let process = try terminal.start(
      ["setsid", "-c", "-w", try #require(Machine.installed(shell))] + words, in: sandbox,
      environment: environment(sandbox))
    defer { end(process) }
    let received = sandbox.url("received").path
    #expect(terminal.shows { $0.contains("ready> ") }.contains("ready> "))
    for path in paths {
      try? FileManager.default.removeItem(atPath: received)
      terminal.type("fileprovider ls \(Self.folder(path))\t\n")
      // A shell may draw its prompt again while a line is edited.
      let shown = terminal.shows { text in
        let parts = text.components(separatedBy: "the command ran")
        return parts.count > 1 && parts[1].contains("ready> ")
      }
      #expect((try? String(contentsOfFile: received, encoding: .utf8)) == path + "/", "\(shown)")
    }
    #expect(access(sandbox.url("ran").path, F_OK) != 0)
  }

  /// Kills the shell, the only child of setsid(1).
  private func end(_ process: RunningProcess) {
    let id = process.pid
    let children = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) { kill(child, SIGKILL) }
    _ = process.wait()
  }

  private static func folder(_ path: String) -> String { "/" + path.split(separator: "/")[0] + "/" }

  /// An environment in which `fileprovider` answers the shell's questions, and otherwise notes what it was given.
  private func environment(_ sandbox: Sandbox) throws -> [String: String] {
    let script = """
      #!/bin/sh
      case $1 in ---completion|completion) exec "$PROGRAM" "$@" ;; esac
      printf %s "$2" > "$HOME/received"
      echo the command ran

      """
    try sandbox.write(script, to: "bin/fileprovider")
    chmod(sandbox.url("bin/fileprovider").path, 0o755)
    var environment = sandbox.environment
    environment["PROGRAM"] = try Sandbox.fileprovider
    environment["PATH"] = sandbox.url("bin").path + ":/usr/local/bin:/usr/bin:/bin"
    (environment["HOME"], environment["ZDOTDIR"]) = (sandbox.root.path, sandbox.root.path)
    (environment["TERM"], environment["LC_ALL"], environment["XDG_CONFIG_HOME"]) = ("xterm", "C.UTF-8", nil)
    return environment
  }

  @Test func `a word may end in the middle of a quotation`() {
    let words = [
      ("/a\\ b", "/a b"), ("'/a b", "/a b"), ("\"/a b", "/a b"), ("\"/a\\$b\\c\"", "/a$b\\c"), ("'it'\\''s", "it's"),
      ("a\\", "a"),
      ("é\\é", "éé"), ("", ""),
    ]
    for (word, text) in words { #expect(ShellWord.unquoted(word) == text, "\(word)") }
  }
}
