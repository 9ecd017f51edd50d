import CProbes
import Glibc

/// A domain with one mount that stays, in a data folder of its own.
struct LivingDomain {
  let mount: Mount
  let shape: Shape
  var tree: String { mount.root + "/tree" }
  var changes: String { mount.root + "/changes" }
  var repository: String { mount.root + "/repository" }

  /// - Parameter program: The command; that of a provider makes a domain of the provider.
  init(_ workspace: Workspace, program: String, _ shape: Shape) throws {
    self.shape = shape
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let (data, mountpoint) = ("\(workspace.folder)/living-\(name)", "\(workspace.folder)/mounts/living-\(name)")
    for folder in [data, mountpoint] { try File.makeDirectory(folder) }
    func command(_ arguments: String...) -> Command {
      Command(executable: program, arguments: arguments, environment: workspace.environment(store: data))
    }
    try command("domain", "add", "living").run(log: workspace.log)
    let server = try command("mount", "--foreground", "--domain", "living", mountpoint).start(log: workspace.log)
    mount = Mount(root: mountpoint, server: server, log: workspace.log)
    try mount.waitUntilThere(seconds: 60)
  }

  /// Makes what the row works in.
  func fill(_ bench: Bench, archive: String) throws {
    Console.progress("living: filling \(mount.root)")
    // Until it is listed, nothing can be put into a folder of a provider.
    _ = try Walk.run(mount.root, WALK_NAMES)
    for folder in [tree, changes] { try File.makeDirectory(folder) }
    try TreeMaker(shape: shape).make(in: tree)
    try bench.workspace.tool("tar", ["-xf", archive, "-C", mount.root]).run(log: bench.workspace.log)
  }

  /// The most memory that the mount has used, in MiB.
  var memory: Double? { mount.server.flatMap { ProcessTable.memory(of: $0.pid)?.residentPeak } }

  func end() { mount.end() }
}
