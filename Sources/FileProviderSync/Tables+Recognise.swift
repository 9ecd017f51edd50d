extension Tables {
  /// A call that seemed not to have happened has given the item another identifier.
  mutating func recognise(_ number: ItemNumber, _ identifier: Identifier, at place: Place, _ attempt: Attempt) {
    guard let observation = observed[identifier], case .statement(let statement) = observation.report else { return }
    observed[identifier] = nil
    earlier[number] = nil
    let isPlaceWished = !isAt(place, statement)
    update(number) {
      $0.apply(place, attempt.snapshot, attempt.fields, statement)
      $0.isPlaceWished = isPlaceWished
    }
    bind(number, identifier)
    let moment = next()
    update(number) { $0.moment = moment }
    if let row = synced(number), !isEqual(observation.report, row) { observed[identifier] = observation }
  }
}
