import Foundation
import Glibc
import TestSupport
import Testing

/// A store mounted by a separate process, because a process that serves a mount must never make a call on it.
final class Mount {
  private let place: TestDirectory
  var directory: URL { place.url }
  var store: String { directory.appendingPathComponent("store").path }
  var root: String { directory.appendingPathComponent("mount").path }
  private var process: RunningProcess?
  /// What starts the serving process, if not we.
  private let launcher: [String]
  /// What the serving process has written.
  private(set) var output = ""

  /// - Parameters:
  ///   - changes: Made to the store before it is mounted; see `MountFixture`'s `Change`.
  ///   - launcher: A program and its arguments that become the serving process.
  init(_ options: String = "", changes: [[String]] = [], launcher: [String] = []) throws {
    self.launcher = launcher
    place = try TestDirectory("mount")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for words in changes { try change(words) }
    try mount(options)
  }

  deinit {
    terminate()
    if access(root, F_OK) != 0 || MountTableProbe.isMountpoint(root) { umount2(root, Int32(MNT_DETACH)) }
  }

  /// Runs `MountFixture` to its end.
  ///
  /// - Returns: Its exit status, and all that it wrote.
  static func fixture(_ words: String...) throws -> (Int32, String) { try run([program] + words) }

  private static var program: String { get throws { try #require(Machine.built("MountFixture")) } }

  /// Mounts, and returns when the mount answers.
  func mount(_ options: String = "") throws {
    let process = try RunningProcess(launcher + [Self.program, "mount", store, root, options])
    eventually { process.hasEnded || process.outputSoFar.contains("ready\n") }
    output = process.errorSoFar + process.outputSoFar
    guard output.contains("ready\n") else { throw Failure(message: output) }
    self.process = process
  }

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  /// Makes a change to the store from another process.
  func change(_ words: String...) throws { try change(words) }

  private func change(_ words: [String]) throws {
    let (status, output) = try Self.run([Self.program, "change", store] + words)
    guard status == 0 else { throw Failure(message: output) }
  }

  /// Makes a change as a writer does that is killed between its commit and the touch of the wake file: it touches another file.
  func changeWithoutWaking(_ words: String...) throws {
    let wake = store + "/wake"
    guard Glibc.rename(wake, wake + ".kept") == 0 else { throw Failure(message: "there is no \(wake)") }
    defer { Glibc.rename(wake + ".kept", wake) }
    try change(words)
  }

  /// Takes the mount off its place though it is in use, and mounts again there.
  ///
  /// - Returns: Ends the first process in order.
  func mountInstead() throws -> () -> Void {
    let first = process
    umount2(root, Int32(MNT_DETACH))
    try mount()
    return {
      first?.signal(SIGTERM)
      _ = first?.wait()
    }
  }

  /// The serving process.
  var processIdentifier: Int32 { process?.pid ?? 0 }

  /// Unmounts by ending the process.
  func terminate() {
    process?.signal(SIGTERM)
    _ = process?.wait()
    process = nil
  }

  /// Ends the process without giving it a chance.
  func kill() {
    process?.kill()
    process = nil
  }

  /// How many threads of the serving process have a name.
  func threads(named name: String) throws -> Int {
    let tasks = "/proc/\(processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).count {
      (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  /// How many descriptors the serving process has, but for those of the database: SQLite closes none as long as a connection is open, and gives them to
  /// the next ones instead.
  func descriptors() throws -> Int {
    let folder = "/proc/\(processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      return target?.hasSuffix("/items.sqlite") != true
    }
  }

  /// How the serving process has ended, which it does now.
  var status: Int32 {
    defer { process = nil }
    return process?.wait().status ?? -1
  }

  func path(_ name: String) -> String { root + "/" + name }

  // MARK: Calls on the mount

  func names(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.path(path)).sorted()
  }

  func read(_ path: String) throws -> String { try String(contentsOfFile: self.path(path), encoding: .utf8) }
  func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self.path(path)))
  }

  /// The error number that a call fails with; 0 when it does not.
  func failure(_ body: () -> Int32) -> Int32 { body() == 0 ? 0 : errno }

  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(self.path(path), &status) == 0
  }

  /// The live enumerators, as `stats.json` has them.
  func liveEnumerators() throws -> [String: Int] {
    struct Report: Decodable { var live: [String: Int] }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).live
  }

  /// How many requests wait for the provider, as `stats.json` has it.
  func waitingRequests() throws -> Int {
    struct Report: Decodable { var waitingRequests: Int }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).waitingRequests
  }

  /// How often the kernel has asked for something, as `stats.json` has it.
  func requests(_ operation: String) throws -> Int {
    struct Report: Decodable { var requests: [Request] }
    struct Request: Decodable {
      var operation: String
      var count: Int
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    let requests = try JSONDecoder().decode(Report.self, from: data).requests
    return requests.first { $0.operation == operation }?.count ?? 0
  }

  /// Why the kernel does not read and write contents itself, as `stats.json` has it; `nil` if it does.
  func passthroughRefusal() throws -> String? {
    struct Report: Decodable { var passthroughRefusal: String? }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).passthroughRefusal
  }

  /// How many threads have read requests at the same time, as `stats.json` has it.
  func mostReaders() throws -> Int {
    struct Report: Decodable { var mostReaders: Int }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).mostReaders
  }

  /// How many writes came to their file through a pipe, as `stats.json` has it.
  func splicedWrites() throws -> Int {
    struct Report: Decodable { var splicedWrites: Int }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).splicedWrites
  }

  /// Runs a program to its end.
  ///
  /// - Returns: Its exit status, and all that it wrote.
  static func run(_ words: [String]) throws -> (Int32, String) {
    // Messages are compared, and a shell complains of a language that is not installed.
    let environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    let result = try RunningProcess(words, environment: environment).wait()
    return (result.status, result.error + result.output)
  }
}

enum MountTableProbe {
  static func isMountpoint(_ path: String) -> Bool {
    ((try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "").contains(" \(path) ")
  }
}
