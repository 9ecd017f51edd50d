import FileProviderSync

extension World {
  mutating func serve(_ start: Int, isInWindow: Bool) {
    guard !queue.isEmpty else { return }
    let message = queue.remove(at: start % queue.count)
    answers.append((message, execute(message, isInWindow: isInWindow)))
  }

  private mutating func execute(_ message: Message, isInWindow: Bool = false, isRepeated: Bool = false) -> Answer {
    var isCut = false
    var lags = false
    if case .list(let folder, _, let asked, _) = message.request {
      // No folder's listing is cut or lags twice before its machine got a good one: what two lack is believed.
      let key = [message.machine, folder.rawValue]
      let isNextWhole = badListings[key] != nil
      isCut = cutsNextPage && !isNextWhole
      cutsNextPage = false
      lags = lagsNext && !isNextWhole
      lagsNext = false
      if isCut || lags { badListings[key] = asked }
    }
    let isUnanswered = isRepeated || isLate(message)
    let sent = isUnanswered ? writings(message.request) : []
    trace("  serves \(message.request)")
    // A call of a process that has ended counts as late, even in the window.
    let isInWindow = isInWindow && message.epoch == machines[message.machine].epoch
    let answer = server.answer(message.request, isCut: isCut, lags: lags, isInWindow: isInWindow, &oracle)
    if isUnanswered, case .done = answer {
      oracle.unconfirmed.formUnion(sent)
      if case .call(let call, _) = message.request, call.wish == .create { oracle.lateCreations += 1 }
    }
    return answer
  }

  /// Whether nobody waits for a call's answer any more.
  private func isLate(_ message: Message) -> Bool {
    guard case .call(let call, _) = message.request, message.epoch == machines[message.machine].epoch,
      let open = machines[message.machine].tables.call(call.number), open.begun == call.begun
    else { return true }
    return open.ended != nil
  }

  /// What a call sends, and what it moves where a path is all that there is of an item.
  private func writings(_ request: Request) -> [Int] {
    guard case .call(let call, let text) = request else { return [] }
    return movedWritings(call) + (text.map { [$0.writing] } ?? [])
  }

  /// What a cache hides, and the machine has no reason to ask about, the changes report later.
  mutating func logHidden(_ statements: [Statement], _ container: Identifier, _ machine: Int) {
    let shown = Dictionary(statements.map { ($0.identifier, $0) }) { first, _ in first }
    for item in server.item(container).map({ server.children(of: $0) }) ?? [] {
      if let previous = server.items[item]?.previous, previous.parent != container {
        server.log.append(server.identifier(item))
      }
    }
    for (identifier, statement) in shown.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where statement != server.item(identifier).flatMap({ server.statement($0) }) {
      let tables = machines[machine].tables
      let isBelieved =
        tables.observation(identifier).map { $0.report == .statement(statement) }
        ?? tables.number(of: identifier).flatMap { tables.synced($0) }.map { tables.isEqual(.statement(statement), $0) }
        ?? (tables.tombstones[identifier] == nil)
      if isBelieved { server.log.append(identifier) }
    }
  }

  /// Takes a call from those that wait at the provider.
  private mutating func takeCall(_ start: Int) -> Message? {
    let calls = queue.indices.filter { if case .call = queue[$0].request { true } else { false } }
    return calls.isEmpty ? nil : queue.remove(at: calls[start % calls.count])
  }

  private mutating func giveUp(_ message: Message) {
    guard case .call(let call, _) = message.request, message.epoch == machines[message.machine].epoch else { return }
    noteUnconfirmed(message.machine, call)
    loseCreations(message.machine) { $0 == call.number }
    machines[message.machine].tables.giveUp(call.number)
  }

  mutating func loseAnswer(_ event: Event) {
    guard let message = takeCall(event.a) else { return }
    oracle.met("answer lost")
    _ = execute(message)
    giveUp(message)
  }

  mutating func loseRequest(_ event: Event) {
    guard let message = takeCall(event.a) else { return }
    oracle.met("request lost")
    giveUp(message)
  }

  /// The call is given up, and takes effect later. Not where the provider honours no conditions.
  mutating func delayEffect(_ event: Event) {
    guard setting.kind != .noVersions, let message = takeCall(event.a) else { return }
    oracle.met("late effect")
    giveUp(message)
    delayed.append(message)
  }

  mutating func runDelayed() {
    for message in delayed { _ = execute(message, isRepeated: true) }
    delayed = []
  }

  mutating func double(_ event: Event) {
    guard setting.kind != .noVersions, let message = takeCall(event.a) else { return }
    oracle.met("doubled")
    answers.append((message, execute(message)))
    delayed.append(message)
  }

  mutating func refuse(_ event: Event) {
    guard let message = takeCall(event.a) else { return }
    oracle.met("refused")
    answers.append((message, .refused(.temporary)))
  }
}
