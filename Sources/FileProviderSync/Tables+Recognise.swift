extension Tables {
  /// A call that seemed not to have happened has given the item another identifier.
  mutating func recognise(_ number: ItemNumber, _ identifier: Identifier, at place: Place, _ attempt: Attempt) {
    guard let observation = observed[identifier], case .statement(let statement) = observation.report,
      let old = synced(number)
    else { return }
    // Each of those calls may be the one that has sent the fields.
    let isSent = ([attempt] + openAttempts(number, old)).contains { $0.fields == statement.fields }
    setObservation(identifier, nil)
    forgetAttempts(number)
    let isPlaceWished = !isAt(place, statement)
    update(number) {
      // What is known by its place alone need not have the target that was sent.
      $0.apply(place, statement.hidesTarget ? nil : attempt.snapshot, isSent ? statement.fields : old.fields, statement)
      $0.isPlaceWished = isPlaceWished
    }
    bind(number, identifier)
    let moment = next()
    update(number) { $0.moment = moment }
    if let row = synced(number), !isEqual(observation.report, row) { setObservation(identifier, observation) }
  }
}
