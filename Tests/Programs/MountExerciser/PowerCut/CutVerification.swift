import Glibc

/// Compares what is there after a cut with what a writer did.
struct CutVerification {
  let history: CutHistory
  let found: [String: CutTreeReading.Found]
  /// Whether this is the disk itself. While it is being shut down, which takes a moment and a power cut does not, what is saved by a rename is torn.
  let isPlain: Bool

  /// What is wrong, a line each.
  ///
  /// The tree must be one that the writer's operations made one after another: the one after the last synchronized operation, or a later
  /// one. Each document in it must have contents that a cut may leave.
  func run() -> [String] {
    var tree = CutTree()
    var nearest: (count: Int, last: Int, problems: [String]) = (.max, -1, [])
    for last in -1..<history.operations.count {
      if last >= 0 { tree.apply(history.operations[last], last) }
      guard last >= history.certain else { continue }
      let differences = differences(tree, unfinished: unfinished(after: last))
      let problems = differences.isEmpty ? contents(tree, last) : differences
      if problems.isEmpty { return [] }
      // Any tree that fits comes before one that does not.
      let count = problems.count + (differences.isEmpty ? 0 : 1_000_000)
      if count < nearest.count { nearest = (count, last, problems) }
    }
    let earlier = nearest.count < 1_000_000 ? nil : earlierTree()
    let problems = earlier.map { ["the tree is that after operation \($0)"] } ?? Array(nearest.problems.prefix(8))
    let account =
      "(\(history.operations.count) operations, certain to \(history.certain); "
      + "compared with \(nearest.last): \(around(earlier ?? nearest.last)))"
    return (problems + [account]).map { "\(history.name): \($0)" }
  }

  /// The operation before the last certain one after which the tree was as it is now: everything since is lost.
  private func earlierTree() -> Int? {
    var tree = CutTree()
    var earlier: Int?
    for last in -1..<max(0, history.certain) {
      if last >= 0 { tree.apply(history.operations[last], last) }
      if differences(tree, unfinished: nil).isEmpty { earlier = last }
    }
    return earlier
  }

  private func around(_ index: Int) -> String {
    let numbers = max(0, index - 6)..<min(history.operations.count, max(index, history.certain) + 3)
    return numbers.suffix(24).map { "\($0) \(history.operations[$0])" }.joined(separator: "; ")
  }

  /// The folder that a command fills whose items are there in part.
  private func unfinished(after last: Int) -> String? {
    guard last + 1 < history.operations.count, case .bring(let folder, _) = history.operations[last + 1] else {
      return nil
    }
    return folder
  }

  private func differences(_ tree: CutTree, unfinished: String?) -> [String] {
    var problems: [String] = []
    for (path, entry) in tree.entries {
      guard let item = found[path] else {
        problems.append("\(path) is not there")
        continue
      }
      if let problem = difference(entry, item) { problems.append("\(path) \(problem)") }
    }
    for path in found.keys where tree.entries[path] == nil {
      if let unfinished, path == unfinished || path.hasPrefix(unfinished + "/") { continue }
      problems.append("\(path) should not be there")
    }
    return problems.sorted()
  }

  private func difference(_ entry: CutTree.Entry, _ item: CutTreeReading.Found) -> String? {
    if let mode = entry.mode, item.status.st_mode & 0o7777 != mode {
      return "has mode \(String(item.status.st_mode, radix: 8))"
    }
    if entry.attribute != item.attribute {
      return "has the attribute \(item.attribute ?? "-"), not \(entry.attribute ?? "-")"
    }
    switch entry.kind {
    case .folder: return item.isFolder ? nil : "is no folder"
    case .link(let target): return item.target == target ? nil : "leads elsewhere"
    case .document(let document):
      if item.kind != "file" { return "is no file" }
      if let number = document.number, number != item.status.st_ino {
        return "has the number \(item.status.st_ino), not \(number)"
      }
      return nil
    }
  }

  /// The last operations on a document and on what it replaced, under all the paths that they had.
  private func account(of path: String) -> String {
    var paths: Set<String> = [path]
    var lines: [String] = []
    for (index, operation) in history.operations.enumerated().reversed() where lines.count < 24 {
      let words = operation.description.split(separator: " ").map(String.init)
      let isOnIt = words.contains(where: paths.contains)
      if case .rename(let old, let new) = operation {
        for path in paths where path == new || path.hasPrefix(new + "/") {
          paths.insert(old + path.dropFirst(new.count))
        }
      }
      if isOnIt { lines.append("\(index) \(operation)") }
    }
    return lines.reversed().joined(separator: ", ")
  }

  private func contents(_ tree: CutTree, _ last: Int) -> [String] {
    tree.documents.compactMap { path in
      guard let document = tree.document(path), let item = found[path] else { return nil }
      let (outcome, bytes) = item.contents
      if outcome.isError { return "\(path) cannot be read: \(outcome)" }
      if bytes.count != Int(item.status.st_size) {
        return "\(path) says \(item.status.st_size) bytes and has \(bytes.count)"
      }
      let doubtful = isPlain ? history.operations.count - 4 : .max
      return document.problem(in: bytes, last: last, certain: history.certain, doubtful: doubtful)
        .map { "\(path) \($0); \(account(of: path))" }
    }
  }
}
