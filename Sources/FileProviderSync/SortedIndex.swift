/// Values by keys, of which each value has any number. The values of a key are in their order.
struct SortedIndex<Key: Hashable & Sendable, Value: Hashable & Comparable & Sendable>: Sendable {
  private var values: [Key: [Value]] = [:]
  private var keys: [Value: [Key]] = [:]

  subscript(key: Key) -> [Value] { values[key] ?? [] }

  /// Gives a value other keys. They differ from each other.
  mutating func set(_ value: Value, _ new: [Key]) {
    let old = keys[value] ?? []
    guard old != new else { return }
    for key in old where !new.contains(key) {
      let position = position(of: value, at: key)
      values[key]?.remove(at: position)
      if values[key]?.isEmpty == true { values[key] = nil }
    }
    for key in new where !old.contains(key) {
      values[key, default: []].insert(value, at: position(of: value, at: key))
    }
    keys[value] = new.isEmpty ? nil : new
  }

  private func position(of value: Value, at key: Key) -> Int {
    let values = self[key]
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
