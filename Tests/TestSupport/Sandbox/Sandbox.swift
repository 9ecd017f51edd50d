package import Foundation

/// A home of a test's own where nothing is but a place to mount, with data, state and runtime folders that the command makes in it; nothing of it
/// and of what is started in it is left at the end.
package final class Sandbox: Sendable {
  private let directory: TestDirectory
  /// Nothing of the home, the session or the language of the person who runs the tests.
  package let environment: [String: String]

  package var root: URL { directory.url }
  package var folder: String { directory.path }
  /// A folder to mount on.
  package var mountpoint: String { folder + "/mount" }
  /// Where the default domain's store is.
  package var store: String { folder + "/data/fileprovider/default" }

  package init() throws {
    directory = try TestDirectory("sandbox")
    let folder = directory.path
    var environment = ["LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": folder]
    for name in ["PATH", "TMPDIR"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    for (name, path) in [("XDG_DATA_HOME", "data"), ("XDG_RUNTIME_DIR", "runtime"), ("XDG_STATE_HOME", "state")] {
      environment[name] = "\(folder)/\(path)"
    }
    // Whether the network of this machine is metered concerns no test.
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder)/none"
    self.environment = environment
    try Self.makeFolder(mountpoint)
    // Tests become other users here.
    chmod(folder, 0o755)
  }

  deinit {
    let left = mounts
    if !left.isEmpty {
      let serving = (try? status().mounts) ?? []
      for mount in left.reversed() {
        if let server = serving.first(where: { $0.mountpoint == mount }) {
          // First the one that would mount again.
          for process in [server.supervisor, server.pid] { process.map { _ = kill(pid_t($0), SIGKILL) } }
        }
        umount2(mount, Int32(MNT_DETACH))
      }
    }
    // One whose provider does not return from a call would stay for ever.
    for process in providers { kill(process, SIGKILL) }
  }

  /// The processes of providers whose stores are in it.
  private var providers: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.split(separator: 0) ?? []
      return words.contains(Data("provider-host".utf8)) && words.contains { $0.starts(with: Data("\(folder)/".utf8)) }
    }
  }

  /// What is mounted in it, an outer mount before an inner one.
  private var mounts: [String] {
    let table = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").map { String($0.split(separator: " ")[1]) }.filter {
      $0.hasPrefix(folder + "/")
    }
  }

  package var isMounted: Bool { mounts.contains(mountpoint) }

  package static func makeFolder(_ path: String, mode: Int = 0o755) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
  }

  package func url(_ path: String) -> URL { directory.appending(path) }

  /// Writes a file, and makes the folders on its way.
  package func write(_ text: String, to path: String) throws {
    let url = url(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
