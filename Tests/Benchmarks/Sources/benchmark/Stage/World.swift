import CTreeShape
import Glibc

/// One tree as all contestants show it. What a row does not ask for is not made.
final class World {
  let name: String
  let shape: Shape
  private let workspace: Workspace
  private var madePlain: String?
  private var madeStores: [Contestant: Result<Store, any Error>] = [:]

  init(_ name: String, _ shape: Shape, _ workspace: Workspace) {
    self.name = name
    self.shape = shape
    self.workspace = workspace
  }

  /// The tree on disk: what the plain contestant is, what bindfs mirrors and what is imported into ours.
  func plain() throws -> String {
    if let madePlain { return madePlain }
    let folder = "\(workspace.folder)/\(name)"
    Console.progress("making the \(name) tree, \(shape.itemCount) items")
    try File.makeDirectory(folder)
    try TreeMaker(shape: shape).make(in: folder)
    madePlain = folder
    return folder
  }

  /// The store with the tree in it. What failed once is not tried again for every row.
  ///
  /// - Parameter contestant: Which build it is the store of.
  func store(of contestant: Contestant = .ours) throws -> Store {
    let result = madeStores[contestant] ?? Result { try makeStore(of: contestant) }
    madeStores[contestant] = result
    return try result.get()
  }

  private func makeStore(of contestant: Contestant) throws -> Store {
    var store = try Store(workspace, name: "\(name)-store-\(contestant.rawValue)", of: contestant)
    try store.start()
    if shape.itemCount > 0 {
      let folder = try plain()
      Console.progress("importing the \(name) tree, \(shape.itemCount) items")
      try store.command("import", "--contents", folder).run(log: workspace.log)
    }
    return store
  }

  /// The command that shows the tree of this world at a mount point.
  func mountCommand(_ contestant: Contestant, at mountpoint: String, foreground: Bool) throws -> Command {
    let environment = workspace.environment()
    let short = foreground ? ["-f"] : []
    switch contestant {
    case .ours, .other:
      let store = try store(of: contestant)
      return try foreground
        ? store.command("mount", "--foreground", mountpoint) : store.command("mount", mountpoint)
    case .null:
      guard let program = workspace.nullserver else { throw Failure("nullserver is not beside benchmark") }
      let tree = shape.tree
      let options = "items=\(tree.items),flat=\(tree.flat),data=\(tree.data)"
      return Command(executable: program, arguments: short + ["-o", options, mountpoint], environment: environment)
    case .bindfs:
      guard let program = workspace.bindfs else { throw Failure("bindfs is not installed") }
      return Command(
        executable: program, arguments: short + [try plain(), mountpoint], environment: environment)
    case .plain:
      throw Failure("a plain folder is not mounted")
    }
  }

  /// Shows the tree through a fresh mount, about which the kernel knows nothing yet. The server is our child, so that
  /// its memory and its end are at hand.
  func mounted<Result>(_ contestant: Contestant, _ body: (Mount) throws -> Result) throws -> Result {
    if contestant == .plain { return try body(Mount(root: plain(), server: nil, log: workspace.log)) }
    let mountpoint = try makeMountpoint(contestant)
    defer { rmdir(mountpoint) }
    let command = try mountCommand(contestant, at: mountpoint, foreground: true)
    let server = try command.start(log: workspace.log)
    let mount = Mount(root: mountpoint, server: server, log: workspace.log)
    defer { mount.end() }
    try mount.waitUntilThere(seconds: 60)
    return try body(mount)
  }

  func makeMountpoint(_ contestant: Contestant) throws -> String {
    let mountpoint = "\(workspace.folder)/mounts/\(name)-\(contestant.rawValue)"
    rmdir(mountpoint)
    try File.makeDirectory(mountpoint)
    return mountpoint
  }
}

/// A contestant's tree at a path, with the process that serves it.
struct Mount {
  let root: String
  let server: Child?
  let log: String

  /// The server's, so far, in seconds.
  var processorTime: Double { server.flatMap { ProcessTable.processorTime(of: $0.pid) } ?? 0 }

  func waitUntilThere(seconds: Double) throws {
    let parent = File.device(root + "/..")
    for _ in 0..<Int(seconds * 1000) {
      if let device = File.device(root), device != parent { return }
      if let server, server.hasEnded { throw server.failure("ended before it was mounted") }
      usleep(1_000)
    }
    throw server?.failure("was not mounted within \(Int(seconds)) seconds") ?? Failure("\(root): not mounted")
  }

  func end() {
    guard let server else { return }
    var isGone = false
    for _ in 0..<100 where !isGone {
      isGone = WorkspaceMounts.unmount(root, lazily: false, log: log) || server.hasEnded
      if !isGone { usleep(20_000) }
    }
    if !isGone { WorkspaceMounts.unmount(root, lazily: true, log: log) }
    if !server.wait(seconds: 5) { server.end() }
    // A server that died leaves its mount.
    if WorkspaceMounts.isMounted(root) { WorkspaceMounts.unmount(root, lazily: true, log: log) }
  }
}
