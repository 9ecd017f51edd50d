import FileProviderSync

extension World {
  /// Lets a machine do one thing. False if there is nothing to do.
  @discardableResult
  mutating func step(_ index: Int, from start: Int) -> Bool {
    guard oracle.violation == nil else { return false }
    let mayPull =
      !machines[index].memory.isPulling
      && (machines[index].anchor != server.log.count || machines[index].tables.wantsChanges)
    if mayPull, start % 3 == 0 { return pull(index) }
    let candidates = machines[index].isIdle ? [] : machines[index].candidates()
    var plans = [Step?](repeating: nil, count: candidates.count)
    if mayPull {
      var hasWork = false
      for position in candidates.indices where !hasWork {
        let step = machines[index].plan(candidates[position])
        plans[position] = step
        hasWork = !machines[index].isUnderWay(step)
      }
      if !hasWork { return pull(index) }
    }
    for offset in candidates.indices {
      let position = (start &+ offset) % candidates.count
      let step = plans[position] ?? machines[index].plan(candidates[position])
      if case .nothing = step { continue }
      oracle.met(Cell(machines[index].tables, candidates[position]))
      if machines[index].isUnderWay(step) { continue }
      trace("  m\(index) \(step)")
      perform(index, step)
      return true
    }
    machines[index].isIdle = true
    return false
  }

  private mutating func pull(_ index: Int) -> Bool {
    machines[index].memory.isPulling = true
    let asked = machines[index].tables.next()
    send(index, .changes(from: machines[index].anchor, asked))
    return true
  }

  private mutating func send(_ index: Int, _ request: Request) {
    queue.append(Message(machine: index, epoch: machines[index].epoch, request: request))
  }

  private mutating func perform(_ index: Int, _ step: Step) {
    switch step {
    case .ask(let identifier):
      if identifier.isFixed { return oracle.fail("6: asks for \(identifier)") }
      machines[index].memory.asking.insert(identifier)
      send(index, .ask(identifier, machines[index].tables.next()))
    case .list(let folder):
      guard let identifier = machines[index].tables.synced(folder)?.identifier else {
        return oracle.fail("lists a void folder")
      }
      machines[index].memory.listing[folder] = []
      send(index, .list(folder, identifier, machines[index].tables.next(), after: 0))
    case .fetch(let identifier):
      if case .statement(let statement)? = machines[index].tables.observation(identifier)?.report,
        statement.kind == .link
      {
        return oracle.fail("6: downloads a link")
      }
      machines[index].memory.fetching.insert(identifier)
      send(index, .fetch(identifier, machines[index].tables.next()))
    case .call(let call):
      oracle.calls += 1
      let begun = machines[index].tables.begin(call)
      let text = begun.snapshot.map { contents in
        var text = Text(contents.hash.rawValue, writing: machines[index].writings[call.number] ?? 0)
        text.contents = contents
        return text
      }
      beginUnsynchronized(index, begun, text)
      machines[index].sent[call.number] = text
      if let text { machines[index].sentWritings[call.number, default: [:]][text.contents.hash] = text.writing }
      send(index, .call(begun, text))
    default: performLocally(index, step)
    }
  }

  private mutating func performLocally(_ index: Int, _ step: Step) {
    let merges = oracle.merges
    check(index, step)
    if setting.losesPower { disks[index].identities += oracle.merges - merges }
    let copied = { (machine: Machine) -> ItemNumber? in
      if case .conflictCopy(let number, let name) = step, let local = machine.tables.local(number) {
        // The newest: names in the trash need not differ.
        return machine.tables.localChildren(of: machine.tables.wantedPlace(of: local).parent).last {
          machine.tables.local($0)?.place.name == name
        }
      }
      return nil
    }
    machines[index].tables.perform(step)
    if case .conflictCopy(let number, _) = step, let copy = copied(machines[index]) {
      machines[index].writings[copy] = machines[index].writings[number]
    }
    switch step {
    case .take(let number, _, .replaced), .restore(let number), .conflictCopy(let number, _): noteTarget(index, number)
    case .create(let identifier):
      if let number = machines[index].tables.number(of: identifier) { noteTarget(index, number) }
    default: break
    }
  }

  /// A link has the target that the provider has reported.
  private mutating func noteTarget(_ index: Int, _ number: ItemNumber) {
    guard machines[index].tables.local(number)?.kind == .link, let synced = machines[index].tables.synced(number),
      let text = server.texts[synced.version.contents]
    else { return }
    machines[index].writings[number] = text.writing
  }

  mutating func deliver(_ start: Int) {
    guard !answers.isEmpty else { return }
    let (message, answer) = answers.remove(at: start % answers.count)
    let index = message.machine
    guard message.epoch == machines[index].epoch else { return }
    trace("  m\(index) gets \(answer) to \(message.request)")
    receive(index, message.request, answer)
  }

  private mutating func receive(_ index: Int, _ request: Request, _ answer: Answer) {
    switch (request, answer) {
    case (.call(let call, _), .done(let statement)):
      machines[index].tables.succeeded(call, statement)
    case (.call(let call, _), .refused(let refusal)): machines[index].tables.failed(call, refusal)
    case (.ask(let identifier, let asked), .item(let statement)):
      machines[index].memory.asking.remove(identifier)
      machines[index].tables.observe(identifier, statement.map { .statement($0) } ?? .gone, asked: asked, from: .item)
    case (.fetch(let identifier, let asked), .contents(let statement, let text)):
      machines[index].memory.fetching.remove(identifier)
      if let statement, let text { machines[index].tables.known[statement.version.contents] = text.contents }
      machines[index].tables.observe(identifier, statement.map { .statement($0) } ?? .gone, asked: asked, from: .item)
    case (.list(let folder, let container, let asked, _), .page(let statements, let next)):
      guard let before = machines[index].memory.listing[folder] else { return }
      let all = before + statements
      if let next {
        machines[index].memory.listing[folder] = all
        send(index, .list(folder, container, asked, after: next))
      } else {
        machines[index].memory.listing[folder] = nil
        if badListings[[index, folder.rawValue]] == asked {
          logHidden(all, container, index)
        } else {
          badListings[[index, folder.rawValue]] = nil
        }
        machines[index].tables.listed(folder, as: container, all, asked: asked)
      }
    case (.list(let folder, let container, let asked, _), .noFolder):
      machines[index].memory.listing[folder] = nil
      machines[index].tables.observe(container, .gone, asked: asked, from: .change)
    case (.changes(_, let asked), .changes(let changes, let end, let more)):
      machines[index].memory.isPulling = false
      for (identifier, statement) in changes {
        let report = statement.map { Observation.Report.statement($0) } ?? .gone
        machines[index].tables.observe(identifier, report, asked: asked, from: .change)
      }
      machines[index].anchor = end
      if !more { machines[index].tables.changesRead = asked }
    case (.changes, .expired(let end)):
      machines[index].memory.isPulling = false
      machines[index].anchor = end
      machines[index].tables.anchorExpired()
    default: oracle.fail("an answer of another kind")
    }
  }
}
