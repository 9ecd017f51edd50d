import Glibc

/// What a developer does with a repository: unpack it, copy it, ask what changed, and remove it.
enum RepositoryRow {
  private static let untar = measure("untar", "tar -x")
  private static let copy = measure("cp", "cp -r")
  private static let freshStatus = measure("status.first", "git status, first after the copy")
  private static let warmStatus = measure("status.warm", "git status, again")
  private static let remove = measure("rm", "rm -r")

  private static func measure(_ name: String, _ title: String) -> Measure {
    Measure("repository.\(name)", title, .milliseconds, .atMost(1, times: .bindfs))
  }

  static let row = Row(
    name: "repository", about: "untar, cp -r and git status of a repository",
    measures: [untar, copy, freshStatus, warmStatus, remove]
  ) { bench in
    guard bench.canChange() else { return }
    let repository = try RepositoryMaker(bench.workspace).make(items: bench.options.scaled(3_000))
    bench.interleave([.ours, .plain, .bindfs]) { contestant in
      func record(_ measure: Measure, _ tool: Command, _ mount: Mount) throws {
        let seconds = try bench.spending(on: measure, contestant, mount) { try bench.time(tool) }
        bench.record(measure, contestant, seconds * 1_000)
      }
      let workspace = bench.workspace
      let name = "/copy-\(contestant.rawValue)"
      try bench.inFolder(of: contestant) { folder, mount in
        try record(untar, workspace.tool("tar", ["-xf", repository.archive, "-C", folder]), mount)
      }
      try bench.empty.mounted(contestant) { mount in
        try record(copy, workspace.tool("cp", ["-r", repository.folder, mount.root + name]), mount)
      }
      // git reads what is not older than its index once more (Documentation/technical/racy-git.txt): whose copy is ready sooner would read more.
      usleep(1_100_000)
      // The index of the copy holds the original's inode numbers and dates, so the first time git reads everything.
      try bench.empty.mounted(contestant) { mount in
        for measure in [freshStatus, warmStatus] {
          try record(measure, RepositoryMaker.git(workspace, ["status", "--porcelain"], in: mount.root + name), mount)
        }
        try record(remove, workspace.tool("rm", ["-r", mount.root + name]), mount)
      }
    }
  }
}

/// A git repository with one commit, the same each time.
struct RepositoryMaker {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func make(items: Int) throws -> (folder: String, archive: String) {
    let folder = workspace.folder + "/repository"
    let archive = folder + ".tar"
    // Another row has made it; nobody changes it.
    if File.exists(archive) { return (folder, archive) }
    Console.progress("making a repository of \(items) items")
    try File.makeDirectory(folder)
    try TreeMaker(shape: Shape(items: items), contents: RepositoryMaker.text).make(in: folder)
    for words in ["init -q -b main", "add -A", "commit -q -m Everything", "repack -adq"] {
      let words = words.split(separator: " ").map(String.init)
      try RepositoryMaker.git(workspace, words, in: folder).run(log: workspace.log)
    }
    let tar = ["--sort=name", "-cf", archive, "-C", workspace.folder, "repository"]
    try workspace.tool("tar", tar).run(log: workspace.log)
    return (folder, archive)
  }

  static func git(_ workspace: Workspace, _ arguments: [String], in folder: String) throws -> Command {
    let settings = ["gc.auto=0", "pack.threads=1", "user.name=Nobody", "user.email=nobody@localhost"]
    var command = try workspace.tool("git", ["-C", folder] + settings.flatMap { ["-c", $0] } + arguments)
    command.environment["GIT_CONFIG_NOSYSTEM"] = "1"
    command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    // The owner of the copies need not be who runs git.
    command.environment["GIT_CONFIG_COUNT"] = "1"
    command.environment["GIT_CONFIG_KEY_0"] = "safe.directory"
    command.environment["GIT_CONFIG_VALUE_0"] = "*"
    command.environment["GIT_AUTHOR_DATE"] = "1600000000 +0000"
    command.environment["GIT_COMMITTER_DATE"] = "1600000000 +0000"
    return command
  }

  /// Lines of digits, up to 16 KiB and 4 KiB on average.
  private static func text(of node: UInt64) -> [UInt8] {
    var state = node &* 0x9e37_79b9_7f4a_7c15 | 1
    let lines = Int(state >> 60) * Int(state >> 56 & 15)
    var bytes: [UInt8] = []
    for _ in 0...lines {
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes += Array(String(state, radix: 10).utf8) + [UInt8(ascii: " ")]
      }
      bytes[bytes.count - 1] = UInt8(ascii: "\n")
    }
    return bytes
  }
}
