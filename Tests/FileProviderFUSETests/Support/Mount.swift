import Foundation
import Glibc
import Testing

/// A store mounted by a separate process, because a process that serves a mount must never make a call on it.
final class Mount {
  let directory: URL
  var store: String { directory.appendingPathComponent("store").path }
  var root: String { directory.appendingPathComponent("mount").path }
  private var process: Process?
  /// What starts the serving process, if not we.
  private let launcher: [String]
  /// What the serving process has written.
  private(set) var output = ""

  static let isPossible = access("/dev/fuse", R_OK | W_OK) == 0

  /// - Parameters:
  ///   - changes: Made to the store before it is mounted; see `MountFixture`'s `Change`.
  ///   - launcher: A program and its arguments that become the serving process.
  init(_ options: String = "", changes: [[String]] = [], launcher: [String] = []) throws {
    self.launcher = launcher
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("mount-" + UUID().uuidString)
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for words in changes { try change(words) }
    try mount(options)
  }

  deinit {
    process?.terminate()
    process?.waitUntilExit()
    if access(root, F_OK) != 0 || MountTableProbe.isMountpoint(root) { umount2(root, Int32(MNT_DETACH)) }
    try? FileManager.default.removeItem(at: directory)
  }

  static var executable: URL {
    let here = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    return here.appendingPathComponent("MountFixture")
  }

  /// Mounts, and returns when the mount answers.
  func mount(_ options: String = "") throws {
    let process = Process()
    let words = launcher + [Self.executable.path, "mount", store, root, options]
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    self.process = process
    output = ""
    while !output.contains("ready\n") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      output += String(decoding: data, as: UTF8.self)
    }
    guard output.contains("ready\n") else {
      process.waitUntilExit()
      self.process = nil
      throw Failure(message: output)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  /// Makes a change to the store from another process.
  func change(_ words: String...) throws { try change(words) }

  private func change(_ words: [String]) throws {
    let (status, output) = try Self.run(Self.executable, ["change", store] + words)
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
      first?.terminate()
      first?.waitUntilExit()
    }
  }

  /// The serving process.
  var processIdentifier: Int32 { process?.processIdentifier ?? 0 }

  /// Unmounts by ending the process.
  func terminate() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }

  /// Ends the process without giving it a chance.
  func kill() {
    if let process { Glibc.kill(process.processIdentifier, SIGKILL) }
    process?.waitUntilExit()
    process = nil
  }

  /// How many threads of the serving process have a name.
  func threads(named name: String) throws -> Int {
    let tasks = "/proc/\(process?.processIdentifier ?? 0)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).count {
      (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  var status: Int32 {
    process?.waitUntilExit()
    defer { process = nil }
    return process?.terminationStatus ?? -1
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

  /// How many writes came to their file through a pipe, as `stats.json` has it.
  func splicedWrites() throws -> Int {
    struct Report: Decodable { var splicedWrites: Int }
    let data = try Data(contentsOf: URL(fileURLWithPath: path(".fileprovider/stats.json")))
    return try JSONDecoder().decode(Report.self, from: data).splicedWrites
  }

  /// Waits until something is so, at most some seconds.
  func wait(seconds: Double = 30, _ isSo: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if try isSo() { return true }
      usleep(2000)
    }
    return try isSo()
  }

  /// Runs a program to its end.
  static func run(_ executable: URL, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // Messages are compared, and a shell complains of a language that is not installed.
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

enum MountTableProbe {
  static func isMountpoint(_ path: String) -> Bool {
    ((try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "").contains(" \(path) ")
  }
}
