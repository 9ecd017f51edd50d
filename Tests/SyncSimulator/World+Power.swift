import FileProviderSync

extension World {
  /// The disk has all of a machine's transactions and contents, as after a program's `fsync`.
  mutating func synchronize(_ index: Int) { disks[index].synchronize(machines[index], badListings(of: index)) }

  /// A machine loses its newest transactions. The calls that they began may have happened.
  mutating func cutPower(_ index: Int) {
    oracle.met("power cut")
    oracle.lose(disks[index].made, disks[index].unconfirmed)
    oracle.lostCreations += disks[index].identities
    machines[index] = disks[index].restore(after: machines[index])
    for key in badListings.keys where key[0] == index { badListings[key] = nil }
    badListings.merge(disks[index].badListings) { _, old in old }
    owned["m\(index)"] = nil
    kill(index)
    synchronize(index)
  }

  private func badListings(of index: Int) -> [[Int]: Moment] { badListings.filter { $0.key[0] == index } }

  /// What a program does counts only once it is synchronized.
  mutating func editUnsynchronized(_ index: Int, _ edit: (inout World) -> Void) {
    guard setting.losesPower else { return edit(&self) }
    let last = oracle.writings?.upperBound ?? 0
    let superseded = oracle.superseded
    edit(&self)
    if let writings = oracle.writings, writings.upperBound > last {
      disks[index].made.formUnion(last + 1...writings.upperBound)
    }
    disks[index].unconfirmed.formUnion(oracle.superseded.subtracting(superseded))
  }

  /// A call that is begun may happen although its row is lost.
  mutating func beginUnsynchronized(_ index: Int, _ call: Call, _ text: Text?) {
    guard setting.losesPower else { return }
    let moved = movedWritings(call)
    disks[index].identities += call.wish == .create ? 1 : moved.count
    if let text { disks[index].unconfirmed.insert(text.writing) }
    disks[index].unconfirmed.formUnion(moved)
  }
}
