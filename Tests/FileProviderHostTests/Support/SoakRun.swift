import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// A local domain and one of a provider's, both mounted and both followed by `tail`, that are used in rounds of equal work.
///
/// At 100 percent that is 30 000 reads of each virtual file, 20 000 folders listed in each mount, 20 000 documents fetched, evicted and fetched again,
/// 10 000 documents opened in each mount, 100 000 changes in each, all of which are uploaded, 1 000 signals of the provider and 9 remounts. Below 100
/// percent several changes of an item are uploaded as one, since each wait for the push takes seconds, however little there is to push; and each kind of
/// remount is done once.
final class SoakRun {
  static let rounds = 10
  /// What is compared with the end: by then pools are full, and every kind of work was done.
  private static let warm = 4

  private let sandbox: Sandbox
  private let program: String
  private let variables: [String: String]
  /// How many folders there are in each mount, with a document each.
  private let folders: Int
  /// How often each virtual file is read in a round.
  private let reads: Int
  /// How many of the changes of an item are uploaded together.
  private let changesAtOnce: Int
  let remounts: Int
  private let watch: SoakWatch
  private var tails: [RunningProcess] = []
  private var counts: [String: Int] = [:]
  private var signals = 0

  private var local: String { sandbox.folder + "/local" }
  private var provided: String { sandbox.folder + "/provided" }

  init(percent: Int) throws {
    sandbox = try Sandbox()
    folders = max(10, 20 * percent)
    reads = max(300, 30 * percent)
    (changesAtOnce, remounts) = percent < 100 ? (5, 3) : (1, 9)
    program = try Sandbox.fileprovider
    watch = SoakWatch(sandbox)
    variables = [
      "PROVIDER_FOLDERS": "\(folders)", "PROVIDER_CHANGES": sandbox.folder + "/changes",
      "PROVIDER_SIGNALS": sandbox.folder + "/signals", "PROVIDER_CALLS": sandbox.folder + "/calls",
    ]
    for domain in ["local", "provided"] { try sandbox.lines("domain", "add", domain) }
    // From here on the domain is served by this program's provider.
    let made = try sandbox.program("SoakFixture", "sync", "--domain", "provided", variables: variables)
    try #require(made.status == 0, "\(made)")
    for domain in ["local", "provided"] { try command("domain", "set", domain, "--history", "1000") }
    for folder in [local, provided] { try Sandbox.makeFolder(folder) }
    try mount()
    for number in 0..<folders {
      let folder = path(number, in: local)
      try Sandbox.makeFolder(folder)
      write("first \(number)\n", to: folder + "/document")
    }
    for domain in ["local", "provided"] {
      let words = [program, "tail", "--domain", domain, "--container", "all", "--since", "now", "--follow", "--json"]
      tails.append(try sandbox.startProgram(words, variables))
    }
  }

  func end() {
    report()
    for tail in tails { tail.stop() }
    for folder in [local, provided] { _ = try? sandbox.startProgram([program, "unmount", folder], variables).wait() }
  }

  // MARK: One round

  func use(_ round: Int) throws {
    try readVirtualFiles()
    try listFolders()
    try fetchAndEvict()
    try change(round)
    try openDocuments()
    try signal()
    if round == Self.warm || round == Self.rounds { watch.settle(documents: 2 * folders) }
    try watch.sample(round, tails, status())
  }

  private func readVirtualFiles() throws {
    for mount in [local, provided] {
      let folder = mount + "/.fileprovider"
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let path = folder + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        try repeated(reads, "virtual files") { _ in self.read(path) != nil }
      }
    }
  }

  private func listFolders() throws {
    let found = Mutex("")
    defer { found.withLock { if !$0.isEmpty { Issue.record("\($0)") } } }
    for mount in [local, provided] {
      try repeated(folders, "folders listed") { number in
        let path = self.path(number, in: mount)
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        if names != ["document"] { found.withLock { $0 = "\(path) has \(names ?? [])" } }
        return names == ["document"]
      }
    }
  }

  private func fetchAndEvict() throws {
    for _ in 1...2 {
      // The kernel tells of the end of a read a moment later.
      let isEvicted = try eventually {
        try sandbox.startProgram([program, "evict", "--domain", "provided", "/"], variables).wait().status == 0
      }
      try #require(isEvicted, "something stays open")
      try repeated(folders, "documents fetched") { number in
        self.read(self.path(number, in: self.provided) + "/document") != nil
      }
    }
  }

  /// Ten changes of every other folder, and no more in it afterwards than before.
  private func change(_ round: Int) throws {
    let steps: [(String) -> Bool] = [
      { self.write("round \(round)\n", to: $0 + "/document") },
      { rename($0 + "/document", $0 + "/renamed") == 0 },
      { self.write("new in round \(round)\n", to: $0 + "/new") },
      { mkdir($0 + "/folder", 0o755) == 0 },
      { rename($0 + "/renamed", $0 + "/folder/document") == 0 },
      { self.write("again in round \(round)\n", to: $0 + "/new") },
      { rename($0 + "/folder/document", $0 + "/document") == 0 },
      { rmdir($0 + "/folder") == 0 },
      { self.write("twice in round \(round)\n", to: $0 + "/document") },
      { unlink($0 + "/new") == 0 },
    ]
    for (number, step) in steps.enumerated() {
      for mount in [local, provided] {
        try repeated(folders / 2, "changes") { step(self.path(2 * $0 + round % 2, in: mount)) }
      }
      guard (number + 1) % changesAtOnce == 0 else { continue }
      try command("sync", "--domain", "provided", "--wait", "--timeout", "10min")
    }
  }

  private func openDocuments() throws {
    for mount in [local, provided] {
      try repeated(max(10, folders / 2), "opens") { number in
        let file = open(self.path(number, in: mount) + "/document", O_RDWR | O_CLOEXEC)
        return file >= 0 && close(file) == 0
      }
    }
  }

  /// Has the provider change something at the server, and signal that, again and again.
  private func signal() throws {
    signals += max(10, folders / 20)
    counts["signals"] = signals
    try sandbox.write("\(signals)", to: "signals")
    let isShown = eventually { self.read(self.provided + "/signalled") == "\(self.signals)\n" }
    try #require(isShown, "a signal is lost: \(factsOfSignals())")
  }

  /// What the mount shows of the signals before and after a synchronization, and what the server has.
  private func factsOfSignals() -> String {
    let shown = read(provided + "/signalled") ?? "nothing"
    let changes = (try? String(contentsOf: sandbox.url("changes"), encoding: .utf8)) ?? ""
    let server = changes.split(separator: "\n").last { $0.contains("signalled") } ?? "nothing"
    let outputs = [
      ["status", "--domain", "provided"], ["sync", "--domain", "provided", "--wait", "--timeout", "1min"],
    ].map {
      (try? sandbox.startProgram([program] + $0, variables).wait().output) ?? ""
    }
    return """
      \(signals) are signalled, \(shown) is shown, and \(read(provided + "/signalled") ?? "nothing") after a synchronization; the server has \(server)
      \(outputs.joined(separator: "\n"))
      """
  }

  // MARK: Mounting

  private func mount() throws {
    try command("mount", "--domain", "local", local)
    try command("mount", "--domain", "provided", "-o", "refresh=0s", provided)
  }

  /// Ends both mounts, now so and now so, or the provider's process, and works on.
  func mountAgain(_ round: Int) throws {
    let before = try status()
    switch round % 3 {
    case 0: for folder in [local, provided] { try command("unmount", folder) }
    case 1:
      for mount in before.mounts {
        kill(pid_t(mount.pid), SIGTERM)
        #expect(eventually { !ProcessState.isServing(pid_t(mount.pid)) }, "it does not end")
      }
    default: if let provider = before.provider { kill(provider, SIGKILL) }
    }
    if round % 3 != 2 { try mount() }
    try listFolders()
    try fetchAndEvict()
    counts["remounts", default: 0] += 1
    try watch.sample(Self.rounds + round, tails, status())
  }

  // MARK: What is expected

  func expectLevel() throws {
    for (role, problem) in watch.problems(comparing: Self.warm, with: Self.rounds) {
      Issue.record("\(role): \(problem)")
    }
  }

  /// The logs of the mounts and of the provider's process.
  func expectSilence() throws {
    for domain in ["local", "provided"] {
      let log = (try? String(contentsOf: sandbox.url("state/fileprovider/\(domain).log"), encoding: .utf8)) ?? ""
      #expect(log.isEmpty, "\(log.prefix(2000))")
    }
  }

  func expectNothingLost() throws {
    for tail in tails { #expect(!tail.hasEnded && tail.errorSoFar.isEmpty, "\(tail.errorSoFar)") }
    for number in 0..<folders {
      for mount in [local, provided] {
        let text = read(path(number, in: mount) + "/document")
        let round = Self.rounds - (number + Self.rounds) % 2
        try #require(text == "twice in round \(round)\n", "\(mount) \(number): \(text ?? "nothing")")
      }
    }
    let check = try sandbox.startProgram([program, "status", "--check"], variables).wait()
    #expect(check.status == 0, "\(check)")
    let calls = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: sandbox.url("calls")))
    #expect(calls["fetch", default: 0] >= 2 * folders, "evicted contents do not come from the provider: \(calls)")
  }

  /// Writes the counts and the curves to the file that `SOAK_CURVES` names.
  private func report() {
    guard let path = ProcessInfo.processInfo.environment["SOAK_CURVES"] else { return }
    let lines = counts.sorted { $0.key < $1.key }.map { "# \($0.key): \($0.value)" } + watch.lines
    let text = lines.joined(separator: "\n") + "\n"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  // MARK: Small things

  private func path(_ number: Int, in mount: String) -> String {
    "\(mount)/shelf\(number / 100)/folder\(number % 100)"
  }

  private func command(_ words: String..., at location: SourceLocation = #_sourceLocation) throws {
    let result = try sandbox.startProgram([program] + words, variables).wait(seconds: 900)
    try #require(result.status == 0, "\(words): \(result)", sourceLocation: location)
  }

  private func status() throws -> SoakStatus {
    let result = try sandbox.startProgram([program, "status", "--json"], variables).wait()
    return try JSONDecoder().decode(SoakStatus.self, from: Data(result.output.utf8))
  }

  /// Does something many times, by some threads at once.
  private func repeated(_ count: Int, _ what: String, _ body: (Int) -> Bool) throws {
    nonisolated(unsafe) let body = body
    let failed = Mutex<(number: Int, error: Int32)?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { number in
      if !body(number) { failed.withLock { $0 = (number, errno) } }
    }
    let first = failed.withLock { $0 }
    try #require(first == nil, "\(what): \(first.map { "\($0.number): \(String(cString: strerror($0.error)))" } ?? "")")
    counts[what, default: 0] += count
  }

  private func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  @discardableResult
  private func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { return false }
    let count = text.utf8.count
    return Glibc.write(file, text, count) == count && close(file) == 0
  }
}
