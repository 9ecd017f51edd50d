extension Tables {
  mutating func recognise(_ number: ItemNumber, _ identifier: Identifier, at place: Place, _ sent: Contents?) {
    guard case .statement(let statement)? = observed[identifier]?.report else { return }
    observed[identifier] = nil
    earlier[number] = nil
    let old = synced(number)?.identifier
    update(number) { row in
      row.replaced = row.version
      row.place = place
      row.version = statement.version
      row.fields = statement.fields
      if let sent { row.contents = sent }
    }
    if let old, observed[old]?.report == .gone { observed[old] = nil }
    bind(number, identifier)
    let moment = next()
    update(number) { $0.moment = moment }
  }
}
