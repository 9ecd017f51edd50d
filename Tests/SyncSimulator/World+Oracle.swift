import FileProviderSync

extension World {
  /// What a step must not do, looked at before it is done; and which writings it takes for one.
  mutating func check(_ index: Int, _ step: Step) {
    let machine = machines[index]
    checkOrder(machine, step)
    switch step {
    case .remove(let number, _):
      checkGuard(index, number)
      checkAbsence(machine, number)
      mergeWithSynced(machine, number)
    case .take(let number, _, .replaced): mergeWithSynced(machine, number)
    case .take(let number, _, .kept): mergeRetargeted(machine, number)
    case .conflictCopy(let number, _):
      // What was sent is in the copy from now on.
      if let hash = machine.tables.local(number)?.contents?.hash { machines[index].sentWritings[number]?[hash] = nil }
      guard let identifier = machine.tables.synced(number)?.identifier,
        case .statement(let statement)? = machine.tables.observation(identifier)?.report
      else { return }
      if server.texts[statement.version.contents]?.contents == machine.tables.local(number)?.contents {
        oracle.fail("2: a conflict copy that equals its document")
      }
    case .take(let number, _, .known): merge(number, machine.tables.synced(number)?.identifier, machine)
    case .acknowledge(let number):
      merge(number, machine.tables.synced(number)?.identifier, machine)
      mergeRetargeted(machine, number)
    case .adopt(let number, let identifier, _): merge(number, identifier, machine)
    case .confirm(let number, .renumbered(let identifier)) where machine.tables.call(number)?.snapshot == nil:
      mergeMoved(number, identifier, machine)
    case .recognise(let number, let identifier, _, let attempt):
      guard let sent = attempt.snapshot else { return mergeMoved(number, identifier, machine) }
      guard let writing = machine.sentWritings[number]?[sent.hash] else { return }
      merge(writing, identifier, machine)
    case .confirm(let number, .created(let identifier)), .confirm(let number, .renumbered(let identifier)):
      guard let sent = machine.sent[number] else { return }
      merge(sent.writing, identifier, machine)
    case .confirm(let number, .modified(_, contents: true, _)):
      guard let sent = machine.sent[number] else { return }
      merge(sent.writing, machine.tables.synced(number)?.identifier, machine)
    default: break
    }
  }

  /// A version replaces none that the provider made later. Only this provider's numbers have an order, and with paths
  /// an item may come to a path that another has left.
  private mutating func checkOrder(_ machine: Machine, _ step: Step) {
    guard setting.kind != .paths, case .take(let number, _, _) = step, let synced = machine.tables.synced(number),
      case .statement(let statement)? = synced.identifier.flatMap({ machine.tables.observation($0) })?.report
    else { return }
    if statement.version.metadata < synced.version.metadata {
      oracle.fail("3: version \(statement.version.metadata) replaced \(synced.version.metadata)")
    }
  }

  /// What is here, or was sent, and has the bytes of what is there, is one document with it.
  private mutating func merge(_ number: ItemNumber, _ identifier: Identifier?, _ machine: Machine) {
    guard let identifier, case .statement(let statement)? = machine.tables.observation(identifier)?.report,
      let theirs = server.texts[statement.version.contents]
    else { return }
    if machine.tables.local(number)?.contents == theirs.contents, let ours = machine.writings[number] {
      oracle.merge(ours, theirs.writing)
    }
    if let ours = machine.sentWritings[number]?[theirs.contents.hash] { oracle.merge(ours, theirs.writing) }
  }

  /// A link that leads where it led when both sides were equal is the one that was synced, whatever it led to in between.
  private mutating func mergeRetargeted(_ machine: Machine, _ number: ItemNumber) {
    guard let synced = machine.tables.synced(number), synced.kind == .link,
      let known = server.texts[synced.version.contents], let identifier = synced.identifier,
      case .statement(let statement)? = machine.tables.observation(identifier)?.report,
      statement.target == known.contents
    else { return }
    merge(known.writing, identifier, machine)
  }

  private mutating func mergeMoved(_ number: ItemNumber, _ identifier: Identifier, _ machine: Machine) {
    guard let synced = machine.tables.synced(number), let moved = server.texts[synced.version.contents]?.writing
    else { return }
    merge(moved, identifier, machine)
  }

  private mutating func merge(_ ours: Int, _ identifier: Identifier?, _ machine: Machine) {
    guard let identifier, case .statement(let statement)? = machine.tables.observation(identifier)?.report,
      let theirs = server.texts[statement.version.contents]?.writing
    else { return }
    oracle.merge(ours, theirs)
  }

  /// Written back to the bytes that were synced, a document is the one that was synced.
  mutating func mergeWithSynced(_ machine: Machine, _ number: ItemNumber) {
    guard let local = machine.tables.local(number), let contents = local.contents,
      let synced = machine.tables.synced(number), synced.contents == contents,
      let ours = machine.writings[number],
      let theirs = server.texts[synced.version.contents]?.writing ?? machine.sentWritings[number]?[contents.hash]
    else { return }
    oracle.merge(ours, theirs)
  }

  /// What is removed here is not at the provider any more; with paths, no document is at the same place, which is in the same folder.
  private mutating func checkAbsence(_ machine: Machine, _ number: ItemNumber) {
    guard let synced = machine.tables.synced(number), let path = path(number, machine) else { return }
    let version = synced.version.contents
    let there =
      setting.kind != .paths
      ? server.items.values.first { $0.version.contents == version }?.number
      : synced.kind != .folder ? server.item(at: path) : nil
    guard let there, server.items[there]?.version.contents == version else { return }
    if setting.kind == .paths, isAnothers(there, version, machine, number) { return }
    oracle.fail("4: removed \(path.joined(separator: "/")), which the provider has at \(server.path(there))")
  }

  /// With paths: whether what is there, or its folder, is another item's here by now. Its creation was found by the operation's name at a path that others
  /// had given it, or the rows of calls that exchanged paths are lost.
  private func isAnothers(_ there: Int, _ version: Int, _ machine: Machine, _ number: ItemNumber) -> Bool {
    let other = machine.tables.number(of: server.identifier(there))
    if setting.keepsOperations || setting.losesPower, let other, other != number,
      machine.tables.synced(other)?.version.contents == version
    {
      return true
    }
    guard let folder = server.items[there]?.parent, let parent = machine.tables.local(number)?.place.parent else {
      return false
    }
    if setting.losesPower, let holder = machine.tables.number(of: server.identifier(folder)), holder != parent {
      return true
    }
    return machine.tables.synced(parent).map { $0.version.contents != server.items[folder]?.version.contents } ?? false
  }

  /// The names of the folders above an item here, and its own.
  private mutating func path(_ number: ItemNumber, _ machine: Machine) -> [String]? {
    var path: [String] = []
    var current = number
    while current != .root {
      guard let place = machine.tables.local(current)?.place else { return nil }
      if path.count == 1_000 {
        oracle.fail("4: \(number) is in a circle of folders")
        return nil
      }
      path.insert(place.name, at: 0)
      current = place.parent
    }
    return path
  }

  /// Counts by itself what goes on the provider's word.
  private mutating func checkGuard(_ index: Int, _ number: ItemNumber) {
    let minute = machines[index].tables.minute
    machines[index].removed = machines[index].removed.filter { $0 > minute - 1_440 } + [minute]
    let count = machines[index].removed.count
    let total = machines[index].tables.itemCount + count
    if count > 20, count * 4 > total, count > machines[index].consented {
      oracle.fail("7: \(count) of \(total) items removed without consent")
    }
  }

  /// The law, when everything rests.
  mutating func checkAtRest() {
    for machine in machines {
      checkMirror(machine)
      for number in machine.tables.itemNumbers { mergeWithSynced(machine, number) }
    }
    checkWritings()
    checkOwned()
  }

  private mutating func checkMirror(_ machine: Machine) {
    let tables = machine.tables
    if !tables.openCalls.isEmpty || !tables.observed.isEmpty {
      let waits = machine.candidates().map { ($0, machine.plan($0)) }.filter { $0.1 != .nothing }
      oracle.fail("6: m\(machine.index) rests with \(tables.openCalls.count) calls, and waits: \(waits)")
    }
    let (trashHere, trashThere) = (lines(of: machine, below: .trash), lines(below: Server.trash))
    let here = lines(of: machine, below: .root) + trashHere.map { "trash" + $0 }
    let there = lines(below: 0) + trashThere.map { "trash" + $0 }
    if here != there {
      let missing = there.filter { !here.contains($0) }
      let extra = here.filter { !there.contains($0) }
      oracle.fail("4: m\(machine.index) lacks \(missing), has \(extra)")
    }
    if let temporary = server.items.values.first(where: { $0.name.hasPrefix(".sync-") }) {
      oracle.fail("4: a temporary name stays: \(server.path(temporary.number))")
    }
  }

  private mutating func checkWritings() {
    // The same place and the same bytes are one document: what is excused of the one is of the other.
    let excused = Set(oracle.excused.map { oracle.representative($0) })
    var alive: [Int: Int] = [:]
    for item in server.items.values where item.kind != .folder {
      guard let writing = server.texts[item.version.contents]?.writing else { continue }
      if oracle.mustBeDead(writing), !excused.contains(oracle.representative(writing)) {
        oracle.fail("3: writing \(writing) came back as \(server.path(item.number))")
      }
      alive[oracle.representative(writing), default: 0] += 1
    }
    for writing in oracle.writings ?? 1...1
    where !oracle.superseded.contains(writing) && !oracle.lost.contains(writing)
      && !excused.contains(oracle.representative(writing))
    {
      if alive[oracle.representative(writing)] == nil { oracle.fail("1: writing \(writing) is lost") }
    }
    let copies = alive.values.reduce(0) { $0 + $1 - 1 }
    if copies > oracle.lostCreations + oracle.lateCreations {
      oracle.fail("5: \(copies) copies, \(oracle.lostCreations) creations without answer")
    }
  }

  private mutating func checkOwned() {
    for (name, lines) in owned.sorted(by: { $0.key < $1.key }) {
      guard let folder = server.child(of: 0, named: name) else { return oracle.fail("1: \(name) is lost") }
      let there = self.lines(below: folder)
      if there == lines { continue }
      if hasOnlyLateCopies(lines, there) { continue }
      let missing = lines.filter { !there.contains($0) }
      let extra = there.filter { !lines.contains($0) }
      oracle.fail("2: in \(name), which one side edits alone: missing \(missing), extra \(extra)")
    }
  }

  /// A creation that took effect after it was given up may leave one copy too many, and take a name. A folder that
  /// was deleted here stays for the copy, so folders that hold something do not count.
  func hasOnlyLateCopies(_ expected: [String], _ found: [String]) -> Bool {
    guard oracle.lateCreations > 0 else { return false }
    func contents(_ lines: [String]) -> [Substring: Int] {
      lines.reduce(into: [:]) {
        $0[$1.split(separator: "/", omittingEmptySubsequences: false).last!.split(separator: "=").last!, default: 0] +=
          1
      }
    }
    let there = contents(found)
    return contents(expected).allSatisfy { there[$0.key, default: 0] >= $0.value }
      && leaves(found) <= leaves(expected) + oracle.lateCreations
  }

  /// How many lines are of documents, or of empty folders.
  private func leaves(_ lines: [String]) -> Int {
    lines.count { line in
      guard let end = line.firstRange(of: "/ [")?.lowerBound else { return true }
      return !lines.contains { $0.hasPrefix(line[..<end] + "/") && $0 != line }
    }
  }

  /// A tree at the provider as lines, one for each item.
  func lines(below folder: Int) -> [String] {
    let prefix = server.path(folder).count
    return server.below(folder).map { number in
      let item = server.items[number]!
      let contents = contentsInLine(item.kind, server.texts[item.version.contents]?.contents)
      return "\(server.path(number).dropFirst(prefix))\(contents) \(item.fields.values)"
    }.sorted()
  }

  private func contentsInLine(_ kind: Kind, _ contents: Contents?) -> String {
    contents.map { "=\(kind == .link ? "@" : "")\($0.hash.rawValue)" } ?? "/"
  }

  /// The same of a machine's tree. Documents whose contents are elsewhere count with those of their version; a link's target is always here.
  func lines(of machine: Machine, below folder: ItemNumber) -> [String] {
    var lines: [String] = []
    func visit(_ folder: ItemNumber, _ path: String) {
      for child in machine.tables.localChildren(of: folder) {
        guard let item = machine.tables.local(child) else { continue }
        let name = path + "/" + item.place.name
        var contents = item.contents
        if contents == nil, item.kind == .document {
          contents = machine.tables.synced(child).flatMap { server.texts[$0.version.contents]?.contents }
        }
        lines.append("\(name)\(contentsInLine(item.kind, contents)) \(item.fields.values)")
        if item.kind == .folder { visit(child, name) }
      }
    }
    visit(folder, "")
    return lines.sorted()
  }
}
