import Foundation
import Glibc
import Testing

/// A separate place for the command: a home and XDG directories that nothing else uses, removed at the end.
final class Sandbox: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("host-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// The command that was built with these tests.
  static let executable: URL? = built("fileprovider")

  /// A program that was built with these tests.
  static func built(_ name: String) -> URL? {
    let places = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    return places.flatMap { [$0, $0.deletingLastPathComponent()] }.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Nothing of the home, the session or the language of the user who runs the tests.
  var environment: [String: String] {
    var environment = ["LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": root.path]
    for name in ["PATH", "TMPDIR"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    for (name, folder) in [("XDG_DATA_HOME", "data"), ("XDG_RUNTIME_DIR", "run"), ("XDG_STATE_HOME", "state")] {
      environment[name] = root.appendingPathComponent(folder).path
    }
    return environment
  }

  func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// Writes a file of the sandbox, and the folders on its way.
  func write(_ text: String, to path: String) throws {
    let url = url(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Starts the command.
  func start(_ words: [String], in folder: String? = nil) throws -> RunningCommand {
    let executable: URL = try #require(Self.executable, "the command is not built")
    return try RunningCommand(
      executable: executable, words, environment: environment, folder: folder.map(url) ?? root)
  }

  /// Runs the command to its end.
  @discardableResult
  func run(_ words: String...) throws -> CommandResult { try start(words).finish() }

  /// Runs the command, expects that it succeeds, and returns its lines.
  @discardableResult
  func lines(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let result = try start(words).finish()
    #expect(result.status == 0, "\(words): \(result.error)", sourceLocation: sourceLocation)
    return result.lines
  }
}

/// What a command did.
struct CommandResult: Sendable {
  var status: Int32
  var output: String
  var error: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Each line as a JSON object.
  func objects() throws -> [[String: Any]] {
    try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }
}

/// A command that runs. Its output goes to files, so that no pipe can fill up.
final class RunningCommand {
  let process = Process()
  private let output: URL
  private let error: URL

  init(executable: URL, _ words: [String], environment: [String: String], folder: URL) throws {
    process.executableURL = executable
    process.arguments = words
    process.environment = environment
    process.currentDirectoryURL = folder
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
    output = base.appendingPathExtension("out")
    error = base.appendingPathExtension("err")
    for url in [output, error] { try Data().write(to: url) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    for url in [output, error] { try? FileManager.default.removeItem(at: url) }
  }

  var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
  var errorSoFar: String { (try? String(contentsOf: error, encoding: .utf8)) ?? "" }

  /// Waits until the output fulfils a condition.
  func wait(seconds: Double = 60, until isDone: (String) -> Bool) -> Bool {
    eventually(seconds: seconds) { isDone(outputSoFar) }
  }

  /// Waits until standard error fulfils a condition.
  func waitForError(seconds: Double = 60, until isDone: (String) -> Bool) -> Bool {
    eventually(seconds: seconds) { isDone(errorSoFar) }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  func finish() throws -> CommandResult {
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return CommandResult(
      status: status, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
  }
}
