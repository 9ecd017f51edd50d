extension Tables {
  /// Writes a call down before it is made.
  package mutating func begin(_ call: Call) -> Call {
    var call = call
    call.begun = next()
    call.operation = "\(machine)-\(start)-\(call.begun.rawValue)"
    setCall(call.number, call)
    return call
  }

  /// No answer will come: the call's end has to be found out.
  package mutating func giveUp(_ number: ItemNumber) {
    guard var call = openCalls[number], call.ended == nil else { return }
    call.ended = next()
    setCall(number, call)
  }

  /// The provider has done what the call asked for.
  package mutating func succeeded(_ call: Call, _ statement: Statement?) {
    guard openCalls[call.number]?.begun == call.begun else { return }
    setCall(call.number, nil)
    forgetAttempts(call.number)
    collisions[call.number] = nil
    let ended = next()
    guard call.wish != .delete, let statement else { return deleted(call, ended) }
    var row =
      synced(call.number)
      ?? Synced(
        identifier: nil, place: call.place ?? Place(.root, statement.name), kind: call.kind, version: statement.version,
        moment: ended)
    if call.wish == .modify, call.place ?? row.place != row.place {
      keepsIdentifiers = statement.identifier == call.identifier
    }
    row.apply(call.place, call.snapshot, call.fields, statement)
    row.isPlaceWished = !isAt(row.place, statement)
    // What others have put into the new folder since then was among the changes that were lost.
    if call.wish == .create, call.kind == .folder, call.begun < expired { row.wantsListing = expired }
    if call.wish == .create {
      row.made = ended
      makeChildrenStale(of: statement.identifier, at: ended)
    }
    setSynced(call.number, row)
    bind(call.number, statement.identifier, isAnswer: true)
    if max(tombstones[statement.identifier] ?? .zero, expired) > call.begun {
      // Something was reported, or lost, while the call was open, and it may be newer than the answer.
      makeStale(statement.identifier, at: ended)
    }
    update(call.number) { $0.moment = max($0.moment, ended) }
    observe(statement.identifier, .statement(statement), asked: next(), from: .change)
  }

  private mutating func deleted(_ call: Call, _ ended: Moment) {
    guard let row = synced(call.number) else { return }
    if let identifier = row.identifier {
      bury(identifier, at: ended)
      if observed[identifier] != nil { makeStale(identifier, at: ended) }
    }
    // Somebody has restored the item here while the call was open: it is new.
    for child in syncedChildren(of: call.number) {
      if let identifier = synced(child)?.identifier { makeStale(identifier, at: ended) }
    }
    setSynced(call.number, nil)
  }

  /// The provider has answered that the call did not happen. What repeats it on the way may still do it, or have done it
  /// before: with paths an item is not there any more where it was moved by the same call. Nothing else is done to an item
  /// that is not there.
  package mutating func failed(_ call: Call, _ refusal: Refusal) {
    guard openCalls[call.number]?.begun == call.begun else { return }
    let mayHaveMoved = call.wish == .modify && call.place != nil && !keepsIdentifiers
    if refusal == .missing, !mayHaveMoved { setCall(call.number, nil) } else { didNotHappen(call.number) }
    let ended = next()
    switch refusal {
    case .temporary: break
    case .conflict, .missing:
      if let identifier = call.identifier { makeStale(identifier, at: ended) }
      if let parent = call.parent { makeStale(parent, at: ended) }
    case .notEmpty: update(call.number) { $0.wantsListing = ended }
    case .collision(let holder):
      if let place = call.place { collisions[call.number] = Collision(place: place, holder: holder) }
      observe(holder.identifier, .statement(holder), asked: call.begun, from: .change)
    }
  }

  mutating func didNotHappen(_ number: ItemNumber) {
    guard let call = openCalls[number] else { return }
    setCall(number, nil)
    guard applies(.attemptsAreRemembered), call.wish != .delete else { return }
    addAttempt(number, Attempt(call))
  }

  mutating func confirm(_ number: ItemNumber, _ confirmation: Confirmation) {
    guard let call = openCalls[number] else { return }
    setCall(number, nil)
    switch confirmation {
    case .created(let identifier):
      forgetAttempts(number)
      guard case .statement(let statement)? = observed[identifier]?.report, let asked = observed[identifier]?.reported,
        let parent = self.number(of: statement.parent)
      else { return }
      // Found by the operation's name, it may have been edited or moved since: that stays to be taken.
      let isAsSent = call.snapshot == nil || statement.hidesTarget || contents(of: statement) == call.snapshot
      let place = call.place ?? Place(parent, statement.name)
      var row = Synced(
        identifier: identifier, place: place, kind: call.kind,
        version: isAsSent ? statement.version : Version(contents: -1, metadata: -1), contents: call.snapshot,
        fields: statement.fields, moment: asked)
      // Its place alone is known, unless the operation's name shows that it is ours.
      row.isTargetAssumed = statement.hidesTarget && (call.operation == nil || statement.operation != call.operation)
      row.wantsListing = call.kind == .folder ? asked : nil
      row.isPlaceWished = !isAt(place, statement)
      setSynced(number, row)
      if isEqual(.statement(statement), row) { setObservation(identifier, nil) }
    case .renumbered(let identifier):
      if let place = call.place { recognise(number, identifier, at: place, Attempt(call)) }
    case .modified(let place, let contents, let fields):
      guard let identifier = call.identifier, case .statement(let statement)? = observed[identifier]?.report else {
        return
      }
      update(number) { row in
        if let place { row.place = place }
        if fields { row.fields = statement.fields }
        if contents {
          (row.contents, row.isTargetAssumed) = (call.snapshot, false)
          row.version.contents = statement.version.contents
        }
      }
    }
  }
}
