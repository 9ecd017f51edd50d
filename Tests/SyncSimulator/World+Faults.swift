import FileProviderSync

extension World {
  mutating func serve(_ start: Int, isInWindow: Bool) {
    guard !queue.isEmpty else { return }
    let message = queue.remove(at: start % queue.count)
    answers.append((message, execute(message, isInWindow: isInWindow)))
  }

  private mutating func execute(_ message: Message, isInWindow: Bool = false) -> Answer {
    var isCut = false
    var lags = false
    if case .list(let folder, _, _, _) = message.request {
      // No folder's listing is cut twice in a row, as its machine sees it: two that lack the same are believed.
      isCut = cutsNextPage && !lastCut.contains([message.machine, folder.rawValue])
      cutsNextPage = false
      lags = lagsNext
      lagsNext = false
    }
    if case .call(let call, _) = message.request, call.wish == .create, message.epoch != machines[message.machine].epoch
    {
      oracle.lateCreations += 1
    }
    trace("  serves \(message.request)")
    let answer = server.answer(message.request, isCut: isCut, lags: lags, isInWindow: isInWindow, &oracle)
    if case .list(let folder, _, _, _) = message.request, case .page(_, nil) = answer {
      let key = [message.machine, folder.rawValue]
      if isCut {
        lastCut.insert(key)
      } else if message.epoch == machines[message.machine].epoch {
        lastCut.remove(key)
      }
    }
    return answer
  }

  /// Takes a call from those that wait at the provider.
  private mutating func takeCall(_ start: Int) -> Message? {
    let calls = queue.indices.filter { if case .call = queue[$0].request { true } else { false } }
    return calls.isEmpty ? nil : queue.remove(at: calls[start % calls.count])
  }

  private mutating func giveUp(_ message: Message) {
    guard case .call(let call, _) = message.request, message.epoch == machines[message.machine].epoch else { return }
    doubt(message.machine, call)
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
    if case .call(let call, _) = message.request, call.wish == .create { oracle.lateCreations += 1 }
    giveUp(message)
    delayed.append(message)
  }

  mutating func runDelayed() {
    for message in delayed { _ = execute(message) }
    delayed = []
  }

  mutating func double(_ event: Event) {
    guard setting.kind != .noVersions, let message = takeCall(event.a) else { return }
    oracle.met("doubled")
    answers.append((message, execute(message)))
    if case .call(let call, let text) = message.request, call.wish == .create {
      oracle.lateCreations += 1
      if let text { oracle.doubtful.insert(text.writing) }
    }
    delayed.append(message)
  }

  mutating func refuse(_ event: Event) {
    guard let message = takeCall(event.a) else { return }
    oracle.met("refused")
    answers.append((message, .refused(.temporary)))
  }
}
