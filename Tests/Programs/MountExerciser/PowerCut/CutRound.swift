import Foundation
import TestSupport

/// One power cut: programs change things and synchronize some of them, the power goes, and everything that must be there is looked for.
final class CutRound {
  private let plan: CutPlan
  private let seed: UInt64
  private let machine: CutMachine
  private let store: CutStore
  private let pool: CutPool
  private var histories: [CutHistory] = []
  private let found = CutProblems()
  /// What the follower printed before a cut.
  private var heard: [CutFollower.Line] = []
  private var sessions = 0

  init(plan: CutPlan, seed: UInt64, program: String, folder: String) throws(CutFailure) {
    self.plan = plan
    self.seed = seed
    machine = try CutMachine(
      folder: folder, megabytes: plan.isFull ? 40 : 128, commitSeconds: plan.commitSeconds)
    store = CutStore(
      machine: machine, program: program, folder: folder, mounts: plan.mounts,
      options: plan.scenario?.isPassed == true ? ["-o", "passthrough"] : [])
    pool = CutPool(seed: seed)
  }

  /// - Returns: What is wrong, a line each.
  func run() throws(CutFailure) -> [String] {
    try start()
    try live(milliseconds: plan.milliseconds)
    try restart()
    if plan.isTwice {
      try live(milliseconds: 30)
      try restart()
    }
    verify()
    if !plan.isPlain { lookAgain() }
    return found.lines
  }

  // MARK: Before

  private func start() throws(CutFailure) { if !plan.isPlain { try store.mount() } }

  /// Programs run until the power goes.
  private func live(milliseconds: Int) throws(CutFailure) {
    sessions += 1
    let signal = CutSignal()
    let bodies = try makePrograms(signal)
    let follower = plan.isPlain ? nil : store.start(CutFollower.words + ["--since", "begin", "--follow"], name: "tail")
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread {
        body()
        group.leave()
      }.start()
    }
    let filler = plan.isFull ? fill() : nil
    // The clock itself is meant, here and below: the power goes at any moment.
    if let scenario = plan.scenario { scenario.live(stage) } else { usleep(useconds_t(milliseconds * 1000)) }
    store.synchronize(plan.choice)
    signal.beginCut()
    if plan.killsFirst { store.kill() }
    try machine.cut()
    signal.endCut()
    if !plan.killsFirst {
      usleep(useconds_t(seed % 20_000))
      store.kill()
    }
    signal.stop()
    follower?.end()
    if let filler { close(filler) }
    if group.wait(timeout: .now() + 240) != .success { throw CutFailure("a program hangs", 0) }
    if let follower { heard += CutFollower.lines(follower.outputSoFar) }
  }

  /// Fills the disk, all but little, which the programs take.
  private func fill() -> Int32 {
    let file = open(machine.disk + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let zeros = [UInt8](repeating: 1, count: 1 << 16)
    while write(file, zeros, zeros.count) > 0 {}
    return file
  }

  private func makePrograms(_ signal: CutSignal) throws(CutFailure) -> [@Sendable () -> Void] {
    var bodies: [@Sendable () -> Void] = []
    for number in 0..<plan.writers {
      let writer = try writer(named: "w\(sessions)\(number)", mount: number, signal)
      bodies.append { writer.run() }
    }
    if plan.hasCommands {
      let commands = CutCommands(
        writer: try writer(named: "c\(sessions)", mount: 0, signal), store: store, signal: signal,
        mayBeFull: plan.isFull, pool: pool, seed: seed &+ 99)
      bodies.append { commands.run() }
    }
    return bodies
  }

  /// A program with a folder of its own, which is on the disk before it starts.
  private func writer(named name: String, mount: Int, _ signal: CutSignal) throws(CutFailure) -> CutWriter {
    let place = plan.isPlain ? machine.disk : store.mountpoint(mount)
    let root = "\(place)/\(name)"
    guard mkdir(root, 0o755) == 0 else { throw CutFailure("mkdir \(root)", errno, isFinding: !plan.isPlain) }
    for path in [place, root] {
      let folder = open(path, O_RDONLY | O_CLOEXEC)
      guard folder >= 0, fsync(folder) == 0 else { throw CutFailure("fsync \(path)", errno, isFinding: !plan.isPlain) }
      close(folder)
    }
    if !plan.isPlain { for path in ["/.Trash-0", "/.Trash-0/files"] { mkdir(place + path, 0o700) } }
    let history = CutHistory(name: name)
    histories.append(history)
    return CutWriter(
      history: history, root: root, trash: plan.isPlain ? nil : "\(place)/.Trash-0/files", signal: signal,
      mayBeFull: plan.isFull, pretends: plan.pretends, pool: pool, seed: seed &+ UInt64(sessions * 10 + mount))
  }

  // MARK: After

  private func restart() throws(CutFailure) {
    try machine.detach()
    try machine.attach()
    if plan.isFull { unlink(machine.disk + "/filler") }
    if !plan.isSameBoot { try machine.startAnew() }
    if !plan.isPlain { try store.mount() }
  }

  private var stage: CutStage {
    CutStage(store: store, pool: pool, place: store.mountpoint(0), problems: found)
  }

  private func verify() {
    if let scenario = plan.scenario { scenario.verify(stage) }
    let place = plan.isPlain ? machine.disk : store.mountpoint(0)
    let trash = plan.isPlain ? [:] : CutTreeReading.read(place + "/.Trash-0/files")
    for history in histories {
      for problem in history.problems { found.add("\(history.name): before the cut: \(problem)") }
      var items = CutTreeReading.read("\(place)/\(history.name)")
      for (name, item) in trash where isTrashed(name, by: history) { items[".Trash/" + name] = item }
      for problem in CutVerification(history: history, found: items, isPlain: plan.isPlain).run() { found.add(problem) }
    }
  }

  private func isTrashed(_ name: String, by history: CutHistory) -> Bool {
    name.hasPrefix(history.name + "-")
      || history.operations.contains { if case .rename(_, ".Trash/" + name) = $0 { true } else { false } }
  }

  /// Goes on using the domain: what a cut left must not show later either.
  private func lookAgain() {
    makeNew()
    follow()
    append()
    follow()
    check("while it is mounted")
    for problem in store.unmount() { found.add(problem) }
    check("after a clean unmount")
  }

  /// What is appended comes after what is there, and nothing else does.
  private func append() {
    let place = store.mountpoint(0)
    for (path, item) in CutTreeReading.read(place).sorted(by: { $0.key < $1.key }) where item.kind == "file" {
      guard !path.hasPrefix(".Trash-0/info") else { continue }
      let descriptor = open("\(place)/\(path)", O_WRONLY | O_APPEND | O_CLOEXEC)
      let mark = Array("appended".utf8)
      let written = write(descriptor, mark, mark.count)
      close(descriptor)
      if written < 0, plan.isFull { continue }
      let (outcome, bytes) = Listing.contents("\(place)/\(path)")
      if bytes != item.contents.bytes + mark {
        found.add("\(path): \(item.contents.bytes.count) bytes, and after an append \(bytes.count) (\(outcome))")
      }
    }
  }

  /// No number is given out twice.
  private func makeNew() {
    let known = histories.reduce(into: Set(heard.compactMap { $0.identifier.flatMap { UInt64($0) } })) {
      $0.formUnion($1.numbers)
    }
    for number in 0..<8 {
      let path = "\(store.mountpoint(number))/new\(number)"
      guard mkdir(path, 0o755) == 0 else {
        found.add("mkdir \(path): \(Outcome.error(errno))")
        return
      }
      let new = UInt64(Listing.status(path).1.st_ino)
      if known.contains(new) { found.add("the inode number \(new) is given out again") }
    }
  }

  /// A reader that continues from before the cut ends with the tree.
  private func follow() {
    let newest = heard.map(\.generation).max() ?? 0
    let all = CutFollower.lines(store.run(CutFollower.words + ["--since", "begin"]).output)
    for line in all where (line.path ?? "").hasPrefix("/new") && line.generation <= newest {
      found.add("the generation \(line.generation) is given out again: \(newest) was known before the cut")
    }
    guard !heard.isEmpty else { return }
    var generator = SeededGenerator(seed: seed)
    for last in Set([heard.count - 1, generator.below(heard.count), generator.below(heard.count)]).sorted() {
      follow(from: last)
    }
  }

  private func follow(from last: Int) {
    var follower = CutFollower()
    for line in heard[...last] { follower.take(line) }
    // What a program has closed a moment ago is in the log a moment later.
    var differences: [String] = []
    eventually(seconds: 60) {
      let result = store.run(CutFollower.words + ["--since", follower.anchor])
      for line in CutFollower.lines(result.output) { follower.take(line) }
      differences = result.status == 0 ? self.differences(follower.paths) : ["it fails: \(result.error)"]
      return differences.isEmpty
    }
    guard !differences.isEmpty else { return }
    found.add(
      "a follower that goes on after line \(last + 1) of \(heard.count) ends with another tree: "
        + differences.prefix(5).joined(separator: "; ")
        + (differences.count > 5 ? " and \(differences.count - 5) more" : ""))
  }

  private func differences(_ known: [String: String]) -> [String] {
    let tree = tree()
    return Set(tree.keys).union(known.keys).filter { tree[$0] != known[$0] }.sorted().map {
      "\($0): \(tree[$0] ?? "gone"), known as \(known[$0] ?? "gone")"
    }
  }

  private func tree() -> [String: String] {
    var paths: [String: String] = [:]
    for (path, item) in CutTreeReading.read(store.mountpoint(0), readsContents: false) {
      if path == ".Trash-0" || path == ".Trash-0/files" || path.hasPrefix(".Trash-0/info") { continue }
      let size = item.kind == "file" ? " of \(item.status.st_size) bytes" : ""
      paths["/" + path] = "\(item.kind) \(item.status.st_ino)\(size)"
    }
    return paths
  }

  private func check(_ when: String) {
    let result = store.run(["check"])
    if result.status != 0 || !result.output.isEmpty {
      found.add("check \(when): \(result.status) \(result.output.prefix(600))\(result.error.prefix(300))")
    }
  }
}
