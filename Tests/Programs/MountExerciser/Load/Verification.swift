import Glibc

/// Compares what is there after a crash with what a journal says was acknowledged.
struct Verification {
  let directory: String
  let journal: String

  /// What is wrong, a line each.
  func run() -> [String] {
    var problems: [String] = []
    for (worker, account) in Journal.read(journal).sorted(by: { $0.key < $1.key }) {
      problems += account.problems.map { "worker \(worker): \($0)" }
      problems += verify("\(directory)/\(worker)", account).map { "worker \(worker): \($0)" }
    }
    return problems
  }

  /// An operation that was begun and not acknowledged may have happened or not: either is right.
  private func verify(_ root: String, _ account: Journal.Account) -> [String] {
    var without = TreeState()
    for operation in account.done { without.apply(operation) }
    let problems = Comparison(root: root, state: without).run()
    guard !problems.isEmpty, let pending = account.pending else { return problems }
    var with = TreeState()
    for operation in account.done { with.apply(operation) }
    with.applyPending(pending)
    if Comparison(root: root, state: with).run().isEmpty { return [] }
    return problems + ["(while this was pending: \(pending))"]
  }
}

/// One tree beside what it can be.
private struct Comparison {
  let root: String
  let state: TreeState

  func run() -> [String] {
    let found = Set(paths(""))
    // The folder itself is in the journal as “.”.
    var problems = Listing.status(root).0.isError && state.nodes["."] != nil ? ["the folder is not there"] : []
    let expected = state.nodes.filter { $0.key != "." }
    problems += expected.keys.filter { !found.contains($0) }.sorted().map { "\($0) is not there" }
    problems += found.filter { expected[$0] == nil }.sorted().map { "\($0) should not be there" }
    for (path, node) in expected.sorted(by: { $0.key < $1.key }) where found.contains(path) {
      if let problem = problem(path, node) { problems.append("\(path) \(problem)") }
    }
    return problems
  }

  private func paths(_ folder: String) -> [String] {
    Listing.names(folder.isEmpty ? root : "\(root)/\(folder)").1.flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let isFolder = Listing.status("\(root)/\(path)").1.st_mode & S_IFMT == S_IFDIR
      return [path] + (isFolder ? paths(path) : [])
    }
  }

  private func problem(_ path: String, _ node: TreeState.Node) -> String? {
    let whole = "\(root)/\(path)"
    let (outcome, status) = Listing.status(whole)
    if outcome.isError { return "cannot be looked at: \(outcome)" }
    if let mode = node.mode, status.st_mode & 0o7777 != mode { return "has mode \(String(status.st_mode, radix: 8))" }
    if let version = node.attribute, Listing.attribute(whole, "user.version").1 != Array(String(version).utf8) {
      return "has lost its attribute \(version)"
    }
    switch node.kind {
    case .folder: return status.st_mode & S_IFMT == S_IFDIR ? nil : "is no folder"
    case .link(let target): return Listing.target(whole).1 == target ? nil : "leads elsewhere"
    case .file(let file):
      let (outcome, bytes) = Listing.contents(whole)
      if outcome.isError { return "cannot be read: \(outcome)" }
      if bytes.count != Int(status.st_size) { return "says \(status.st_size) bytes and has \(bytes.count)" }
      return file.problem(in: bytes)
    }
  }
}
