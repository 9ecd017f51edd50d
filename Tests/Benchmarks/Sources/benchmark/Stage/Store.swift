import Foundation

/// A store of the command under test, in a data folder of its own, so in its default domain.
struct Store {
  let workspace: Workspace
  let folder: String
  private let program: String
  /// From before anything was imported, if the command can tell.
  private(set) var anchorAtStart: String?

  /// - Parameter contestant: Which build it is the store of.
  init(_ workspace: Workspace, name: String, of contestant: Contestant = .ours) throws {
    guard let program = contestant == .other ? workspace.otherFileprovider : workspace.fileprovider else {
      throw Failure("there is no fileprovider to measure")
    }
    self.workspace = workspace
    self.program = program
    folder = "\(workspace.folder)/\(name)"
    try File.makeDirectory(folder)
  }

  func command(_ arguments: String...) throws -> Command {
    Command(
      executable: program, arguments: arguments, environment: workspace.environment(store: folder))
  }

  /// Makes the domain by making its first folder.
  mutating func start() throws {
    try command("mkdir", "/start").run(log: workspace.log)
    let lines = try? command("tail", "--container", "all", "--since", "now", "--json").read(log: workspace.log)
    let last = lines?.split(separator: UInt8(ascii: "\n")).last
    anchorAtStart = last.flatMap { TailLine(Array($0))?.anchor }
  }

  /// Requests that a mount of this store has answered so far, or nil when `status` does not say.
  func requestCount(of mountpoint: String) -> Int? {
    struct Status: Decodable {
      struct Request: Decodable { let count: Int }
      struct Mount: Decodable {
        let mountpoint: String
        let requests: [Request]
      }
      let mounts: [Mount]
    }
    guard let bytes = try? command("status", "--json").read(log: workspace.log),
      let status = try? JSONDecoder().decode(Status.self, from: Data(bytes)),
      let mount = status.mounts.first(where: { $0.mountpoint == mountpoint })
    else { return nil }
    return mount.requests.reduce(0) { $0 + $1.count }
  }
}
