import Glibc

/// The folder of a run, and the programs it uses. Everything a run makes is in it.
struct Workspace {
  let folder: String
  let fileprovider: String?
  /// Another build, when two are compared.
  let otherFileprovider: String?
  let nullserver: String?
  let bindfs: String?
  let log: String

  init(options: Options) throws {
    fileprovider = try Workspace.findFileprovider(options)
    otherFileprovider = try options.against.map { try Workspace.real($0) }
    bindfs = Command.find("bindfs")
    let beside = File.link("/proc/self/exe").map { Workspace.parent(of: $0) + "/nullserver" }
    nullserver = beside.flatMap { File.exists($0) ? $0 : nil }

    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(try Workspace.real(parent))/ofpbench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("\(parent): \(Failure.text(of: errno))") }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    log = folder + "/log"
    Cleanup.watch(folder)
    for name in ["run", "home", "mounts"] { try File.makeDirectory("\(folder)/\(name)") }
  }

  private static func findFileprovider(_ options: Options) throws -> String? {
    if let named = options.fileprovider ?? getenv("FILEPROVIDER").map({ String(cString: $0) }) {
      return try real(named)
    }
    // Sources/benchmark/Stage/ of this package, which is Tests/Benchmarks of the checkout.
    let checkout = (0..<6).reduce(#filePath) { path, _ in parent(of: path) }
    let built = checkout + "/.build/release/fileprovider"
    return File.exists(built) ? built : nil
  }

  private static func real(_ path: String) throws -> String {
    guard let real = realpath(path, nil) else { throw Failure("\(path): \(Failure.text(of: errno))") }
    defer { free(real) }
    return String(cString: real)
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// For every program we start. Nothing of the user's own configuration or stores is seen or touched.
  func environment(store: String? = nil) -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let home = folder + "/home"
    return [
      "PATH": path, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": store ?? home, "XDG_RUNTIME_DIR": folder + "/run", "XDG_CONFIG_HOME": home + "/config",
      "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state",
    ]
  }

  /// One of the usual programs, which have to be there.
  func tool(_ name: String, _ arguments: [String]) throws -> Command {
    guard let path = Command.find(name) else { throw Failure("\(name) is not installed") }
    return Command(executable: path, arguments: arguments, environment: environment())
  }
}
