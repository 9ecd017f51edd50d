import Foundation
import Testing

/// A folder with a data folder of its own, mount points, and all that is started in it; nothing of it is left at the end.
final class Sandbox {
  let folder: String
  let mountpoint: String
  var environment: [String: String]
  private let program: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    folder = "\(base)/fileprovider-\(UUID().uuidString)"
    mountpoint = folder + "/mount"
    program = try #require(Machine.built("fileprovider"))
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": folder + "/data", "XDG_RUNTIME_DIR": folder + "/runtime", "XDG_STATE_HOME": folder + "/state",
    ]
    for path in [folder, mountpoint, folder + "/output"] { try Self.makeFolder(path) }
    chmod(folder, 0o755)
    for path in [folder + "/data", folder + "/runtime", folder + "/state"] { try Self.makeFolder(path, mode: 0o700) }
  }

  deinit {
    for mount in mounts.reversed() {
      if let pid = try? status().mounts.first(where: { $0.mountpoint == mount })?.pid { kill(pid_t(pid), SIGKILL) }
      umount2(mount, Int32(MNT_DETACH))
    }
    if mounts.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
  }

  static func makeFolder(_ path: String, mode: Int = 0o755) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
  }

  /// What is mounted under the folder.
  private var mounts: [String] {
    let table = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").map { String($0.split(separator: " ")[1]) }.filter {
      $0.hasPrefix(folder + "/")
    }
  }

  var isMounted: Bool { mounts.contains(mountpoint) }

  // MARK: Commands

  func start(_ words: String...) throws -> RunningProcess {
    try RunningProcess([program] + words, environment: environment, folder: folder + "/output")
  }

  @discardableResult
  func run(_ words: String...) throws -> RunningProcess.Result { try run(words) }

  func run(_ words: [String]) throws -> RunningProcess.Result {
    try RunningProcess([program] + words, environment: environment, folder: folder + "/output").wait()
  }

  /// Runs `fileprovider`, which must succeed.
  @discardableResult
  func succeed(_ words: String..., at location: SourceLocation = #_sourceLocation) throws -> RunningProcess.Result {
    let result = try RunningProcess([program] + words, environment: environment, folder: folder + "/output").wait()
    try #require(result.status == 0, "\(words.joined(separator: " ")): \(result)", sourceLocation: location)
    return result
  }

  /// Starts a program of the system, or one of ours beside the tests.
  func startProgram(_ words: [String]) throws -> RunningProcess {
    let path = try words[0].hasPrefix("/") ? words[0] : #require(Machine.built(words[0]) ?? Machine.installed(words[0]))
    return try RunningProcess([path] + words.dropFirst(), environment: environment, folder: folder + "/output")
  }

  @discardableResult
  func program(_ words: String..., seconds: Double = 300) throws -> RunningProcess.Result {
    try startProgram(words).wait(seconds: seconds)
  }

  /// Runs a shell script with the mount in `$M` and the sandbox in `$S`.
  func shell(_ script: String, seconds: Double = 300) throws -> RunningProcess.Result {
    let words = ["/bin/sh", "-c", "M=\(mountpoint) S=\(folder); cd \"$S\"; \(script)"]
    return try RunningProcess(words, environment: environment, folder: folder + "/output").wait(seconds: seconds)
  }

  // MARK: Mounting

  func mount(_ options: String..., at location: SourceLocation = #_sourceLocation) throws {
    let words = [program, "mount"] + options + [mountpoint]
    let result = try RunningProcess(words, environment: environment, folder: folder + "/output").wait(seconds: 30)
    try #require(result.status == 0, "mount: \(result)", sourceLocation: location)
  }

  func unmount(at location: SourceLocation = #_sourceLocation) throws {
    let result = try run("unmount", mountpoint)
    try #require(result.status == 0, "unmount: \(result)", sourceLocation: location)
  }

  /// Kills the process that serves the mount, and waits until it is gone.
  func killServer() throws {
    let pid = try pid_t(#require(status().mounts.first { $0.mountpoint == mountpoint }).pid)
    killServer(pid)
  }

  func killServer(_ pid: pid_t) {
    kill(pid, SIGKILL)
    // A zombie has closed its socket; a process that has only lost its program may not have yet (proc_pid_stat(5)).
    eventually {
      let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      return [nil, "Z"].contains(line?.split(separator: ")").last?.split(separator: " ").first)
    }
  }

  func status() throws -> Status {
    try JSONDecoder().decode(Status.self, from: Data(run("status", "--json").output.utf8))
  }

  func mountStatus() throws -> Status.Mount { try #require(status().mounts.first { $0.mountpoint == mountpoint }) }

  /// Where the default domain's store is.
  var store: String { folder + "/data/fileprovider/default" }
}

/// What `status --json` says, as far as tests ask.
struct Status: Decodable {
  struct Domain: Decodable {
    var name: String
    var items: Int
    var generation: Int
  }
  struct Mount: Decodable {
    var domain: String
    var mountpoint: String
    var pid: Int
    var liveEnumerators: Int
    var live: [String: Int]
    var openFiles: Int
  }
  var domains: [Domain]
  var mounts: [Mount]
}
