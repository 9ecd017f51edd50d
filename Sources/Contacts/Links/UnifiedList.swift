import Foundation

/// The labelled values of a unified contact, and which values of which parts they are.
///
/// A value that several parts have is shown once, with the label that the first of them has. The identifiers of values come from what is in their cards, so two parts may have the same ones: in those
/// of other parts than the first the identifier of their contact is added.
struct UnifiedList<Value: NSCopying & NSSecureCoding> {
  typealias Labelled = CNLabeledValue<Value>

  /// A value that is shown.
  private struct Entry {
    let shown: Labelled
    let part: Int
    /// Its identifier there.
    let own: String
  }

  private var entries: [Entry] = []
  /// The values of each part, with the positions of those entries that show them.
  private var lists: [[(value: Labelled, entry: Int)]] = []

  init(_ parts: [ContactValues], _ list: KeyPath<ContactValues, [Labelled]>) {
    // A card is input: one with a hundred thousand values must not take their square.
    var known: [NSObject: [Int]] = [:]
    for (index, part) in parts.enumerated() {
      let earlier = entries.count
      let own = part[keyPath: list].map { value in
        let same = (value.value as? NSObject).flatMap { known[$0] } ?? []
        if let entry = same.first(where: { entries[$0].shown.label == value.label }) ?? same.first {
          return (value: value, entry: entry)
        }
        let identifier = index == 0 ? value.identifier : "\(part.identifier) \(value.identifier)"
        let shown = Labelled(identifier: identifier, label: value.label, value: value.value)
        entries.append(Entry(shown: shown, part: index, own: value.identifier))
        return (value: value, entry: entries.count - 1)
      }
      for entry in earlier..<entries.count {
        if let value = entries[entry].shown.value as? NSObject { known[value, default: []].append(entry) }
      }
      lists.append(own)
    }
  }

  var values: [Labelled] { entries.map(\.shown) }

  /// The values of each part after a program has changed those that are shown.
  ///
  /// A value that is as it was stays in its parts as it is there. A changed one is changed in the part that it is shown from, and in others that have the same value if that is changed; one that is gone
  /// is removed from all of them. What is new comes into the first part.
  func parts(after changed: [Labelled]) -> [[Labelled]] {
    let matches = match(changed)
    let places = zip(matches, changed.indices).compactMap { entry, place in entry.map { ($0, place) } }
    let positions = Dictionary(places) { first, _ in first }
    return lists.indices.map { part in
      var list: [Placed] = lists[part].compactMap { value, entry in
        positions[entry].map { (self.value(value, of: entry, in: part, after: changed[$0]), $0) }
      }
      if isReordered(part, positions) { list.sort { $0.place < $1.place } }
      if part == 0 {
        for place in changed.indices where matches[place] == nil { Self.insert(changed[place], place, into: &list) }
      }
      return list.map(\.value)
    }
  }

  /// A value of a part, and the position of the one that is shown in the changed list.
  private typealias Placed = (value: Labelled, place: Int)

  /// A value of a part after a change of the one that is shown.
  private func value(_ own: Labelled, of entry: Int, in part: Int, after new: Labelled) -> Labelled {
    let old = entries[entry]
    let isShown = old.part == part && old.own == own.identifier
    let value = old.shown.hasSameValue(as: new.value) ? own.value : new.value
    return own.settingLabel(isShown ? new.label : own.label, value: value)
  }

  /// Whether a program has put the values that are shown from a part into another order.
  private func isReordered(_ part: Int, _ positions: [Int: Int]) -> Bool {
    let places = entries.indices.filter { entries[$0].part == part }.compactMap { positions[$0] }
    return zip(places, places.dropFirst()).contains { $0 > $1 }
  }

  /// Puts a new value behind the one that it follows.
  private static func insert(_ new: Labelled, _ place: Int, into list: inout [Placed]) {
    let before = list.lastIndex { $0.place < place }
    list.insert((new, place), at: before.map { $0 + 1 } ?? 0)
  }

  /// For each value the entry that it was: that of the same identifier, or else of the same contents. A program may have made all values anew.
  private func match(_ changed: [Labelled]) -> [Int?] {
    var result: [Int?] = changed.map { _ in nil }
    var free = Set(entries.indices)
    func match(_ key: (Labelled) -> AnyHashable?) {
      // The first ones are at the ends.
      var left: [AnyHashable: [Int]] = [:]
      for entry in entries.indices.reversed() where free.contains(entry) {
        if let key = key(entries[entry].shown) { left[key, default: []].append(entry) }
      }
      for (index, value) in changed.enumerated() where result[index] == nil {
        guard let key = key(value), let found = left[key]?.popLast() else { continue }
        result[index] = found
        free.remove(found)
      }
    }
    match { $0.identifier }
    match { LabelledContents($0) }
    match { $0.value as? NSObject }
    return result
  }
}
