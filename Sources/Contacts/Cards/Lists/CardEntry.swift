import Foundation
import VCard

/// A labelled value of a card, and its lines.
struct CardEntry<List: CardList> {
  /// The index of the property's line.
  let line: Int
  let property: CardProperty
  let label: String?
  let value: List.Value
  let identifier: String
  /// The indexes of the lines of its group that are part of it: the label, and what the value has besides.
  let attached: [Int]
  /// Whether other properties are in its group, so that these lines are theirs, too.
  let isShared: Bool
  /// The indexes of lines that have the same value under another name, as old programs expect it.
  var copies: [Int] = []

  /// The values of a card, in order.
  static func entries(in card: Card) -> [CardEntry] {
    // Most cards have nothing of most lists.
    guard card.lines.contains(where: { $0.property?.isNamed(oneOf: List.names) == true }) else { return [] }
    var entries: [CardEntry] = []
    var counts: [String: Int] = [:]
    let groups = groups(in: card)
    for (index, line) in card.lines.enumerated() {
      guard let property = line.property, property.isNamed(oneOf: List.names) else { continue }
      guard let entry = CardEntry(property, at: index, in: card, groups, &counts) else { continue }
      if List.names.count > 1, let original = entries.prefix(mostCompared).firstIndex(where: { $0.isSame(as: entry) }) {
        entries[original].copies += [index] + (entry.isShared ? [] : entry.attached)
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  /// The number of lines of a group, and the first of those that are part of a value.
  private typealias Group = (count: Int, attached: [Int])

  // A card is input: one with a hundred thousand lines in a group must not take their square.
  private static var mostAttached: Int { 16 }
  private static var mostCompared: Int { 256 }

  private static func groups(in card: Card) -> [String: Group] {
    var groups: [String: Group] = [:]
    for (index, line) in card.lines.enumerated() {
      guard let property = line.property, let name = property.group?.lowercased() else { continue }
      var group = groups.removeValue(forKey: name) ?? (0, [])
      group.count += 1
      if group.attached.count < mostAttached, property.isNamed(oneOf: ["X-ABLabel"] + List.attachments) {
        group.attached.append(index)
      }
      groups[name] = group
    }
    return groups
  }

  private init?(
    _ property: CardProperty, at index: Int, in card: Card, _ groups: [String: Group], _ counts: inout [String: Int]
  ) {
    let group = property.group.flatMap { groups[$0.lowercased()] }
    let attached = (group?.attached ?? []).filter { $0 != index }
    self.attached = attached
    isShared = group.map { $0.count - 1 != attached.count } ?? false
    let properties = attached.compactMap { card.lines[$0].property }
    guard let value = List.value(of: property, attached: properties) else { return nil }
    line = index
    self.property = property
    self.value = value
    label =
      properties.first { $0.isNamed("X-ABLabel") }?.plainText ?? List.labels(of: property.name).label(of: property)
      ?? List.label(impliedBy: property.name.uppercased())
    let key = "\(property.name.uppercased()):\(property.plainText)"
    counts[key, default: 0] += 1
    let count = counts[key] ?? 1
    identifier = count == 1 ? key : "\(key)#\(count)"
  }

  private func isSame(as other: CardEntry) -> Bool {
    label == other.label && !property.isNamed(other.property.name) && List.isEqual(value, other.value)
  }

  var labelledValue: CNLabeledValue<List.Value> {
    CNLabeledValue(identifier: identifier, label: label, value: value)
  }
}
