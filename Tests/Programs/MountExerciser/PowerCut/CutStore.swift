import CSystemCalls
import Glibc
import TestSupport

/// The domain on the disk of a machine: its mounts, its commands, its files.
final class CutStore {
  let machine: CutMachine
  private let program: String
  private let mountpoints: [String]
  private let options: [String]
  private var servers: [RunningProcess] = []
  private var starts = 0

  init(machine: CutMachine, program: String, folder: String, mounts: Int, options: [String]) {
    self.machine = machine
    self.program = program
    self.options = options
    mountpoints = (0..<mounts).map { "\(folder)/mount\($0)" }
    for path in mountpoints { mkdir(path, 0o755) }
  }

  /// Where the domain is mounted.
  func mountpoint(_ number: Int) -> String { mountpoints[number % mountpoints.count] }

  private var environment: [String: String] {
    let memory = machine.memory
    return [
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": memory, "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": "\(machine.disk)/data", "XDG_RUNTIME_DIR": "\(memory)/runtime\(starts)",
      "XDG_STATE_HOME": "\(memory)/state",
    ]
  }

  func start(_ words: [String], name: String) -> RunningProcess? {
    // Its output is where no cut reaches it.
    try? RunningProcess([program] + words, environment: environment, output: "\(machine.memory)/\(name)")
  }

  /// Runs a command to its end.
  func run(_ words: [String]) -> ProcessResult {
    start(words, name: "command")?.finish() ?? ProcessResult(status: -1, output: "", error: "cannot start \(program)")
  }

  /// Mounts, after the machine has started.
  func mount() throws(CutFailure) {
    starts += 1
    for path in [machine.disk + "/data", machine.memory + "/state", machine.memory + "/runtime\(starts)"] {
      mkdir(path, 0o700)
    }
    for (number, path) in mountpoints.enumerated() {
      let name = "server-\(starts)-\(number)"
      guard let server = start(["mount", "--foreground"] + options + [path], name: name) else {
        throw CutFailure("cannot start \(program)", errno)
      }
      servers.append(server)
      let isUp = eventually(seconds: 240) { server.hasEnded || Self.isMounted(path) }
      guard isUp, !server.hasEnded else {
        throw CutFailure("mount: \(server.errorSoFar)", 0, isFinding: server.hasEnded)
      }
    }
  }

  /// What is mounted has another device than the folder it is in.
  private static func isMounted(_ path: String) -> Bool {
    let (outcome, status) = Listing.status(path)
    return !outcome.isError && status.st_dev != Listing.status(path + "/..").1.st_dev
  }

  /// Kills the processes that serve the mounts. Waiting calls fail.
  ///
  /// A server that waits for a lock that one of its own clients holds cannot end before its connection does (`MNT_FORCE`).
  func kill() {
    for server in servers { server.signalGroup(SIGKILL) }
    for path in mountpoints { umount2(path, Int32(MNT_FORCE | MNT_DETACH)) }
    for server in servers { server.end() }
    servers.removeAll()
  }

  /// - Returns: What is wrong with it.
  func unmount() -> [String] {
    var problems: [String] = []
    for (server, path) in zip(servers, mountpoints) {
      let unmounted = run(["unmount", path])
      if unmounted.status != 0 { problems.append("unmount: \(unmounted.error)") }
      let ended = server.finish()
      if ended.status != 0 { problems.append("the server ended with \(ended.status): \(ended.error)") }
    }
    servers.removeAll()
    return problems
  }

  // MARK: Files

  var directory: String { machine.disk + "/data/fileprovider/default" }

  /// Synchronizes some of the store's files and no others, as the system does by itself at any time.
  func synchronize(_ choice: CutChoice) {
    switch choice {
    case .nothing: break
    case .log: synchronize(directory + "/items.sqlite-wal")
    case .database: synchronize(directory + "/items.sqlite")
    case .folder: synchronize(directory)
    case .contents:
      for shard in Listing.names(directory + "/contents").1 {
        for name in Listing.names("\(directory)/contents/\(shard)").1 {
          synchronize("\(directory)/contents/\(shard)/\(name)")
        }
      }
    case .everything:
      let descriptor = open(machine.disk, O_RDONLY | O_CLOEXEC)
      sync(descriptor)
    }
  }

  private func sync(_ descriptor: Int32) {
    _ = CSystemCalls.syncfs(descriptor)
    close(descriptor)
  }

  private func synchronize(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// What reaches the disk before a cut.
enum CutChoice: String, CaseIterable {
  case nothing, log, database, folder, contents, everything
}
