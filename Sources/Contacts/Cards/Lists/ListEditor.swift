import Foundation
import VCard

/// Changes the lines of labelled values in a card.
///
/// A value that the card has keeps its line, and is changed there. The lines of one kind trade places where the order of the values is another;
/// new ones follow the value that they follow in the list.
struct ListEditor<List: CardList> {
  private let card: Card
  private let entries: [CardEntry<List>]
  /// What is in the places of the card's lines: none, the line, or with it others that follow.
  private var places: [[CardLine]]
  private var groups: Set<String>
  private var names: Set<String> = []

  init(_ card: Card) {
    self.card = card
    entries = CardEntry<List>.entries(in: card)
    places = card.lines.map { [$0] }
    groups = Set(card.properties.compactMap { $0.group?.lowercased() })
  }

  /// The lines after all changes.
  var lines: [CardLine] { places.flatMap(\.self) }

  mutating func replace(with values: [CNLabeledValue<List.Value>]) {
    let old = match(values)
    let kept = old.compactMap(\.self)
    for index in entries.indices where !kept.contains(index) { remove(entries[index]) }
    names = Set(kept.map { entries[$0].property.name.uppercased() })
    var slots = kept.map { entries[$0].line }.sorted()[...]
    for slot in slots { places[slot] = [] }
    // What comes before the first value that stays goes where that is, or to the end of the card.
    var place = slots.first ?? places.count
    if slots.isEmpty { places.append([]) }
    for (value, index) in zip(values, old) {
      if index != nil, let slot = slots.popFirst() { place = slot }
      places[place] += lines(of: value, insteadOf: index.map { entries[$0] })
    }
  }

  /// For each value the index of the entry that it was: that of the same identifier, or else of the same contents.
  private func match(_ values: [CNLabeledValue<List.Value>]) -> [Int?] {
    var result: [Int?] = values.map { _ in nil }
    var free = Array(entries.indices)
    let rules: [(CNLabeledValue<List.Value>, CardEntry<List>) -> Bool] = [
      { $0.identifier == $1.identifier },
      { $0.label == $1.label && List.isEqual($0.value, $1.value) },
      { List.isEqual($0.value, $1.value) },
    ]
    for rule in rules {
      for (index, value) in values.enumerated() where result[index] == nil {
        guard let found = free.firstIndex(where: { rule(value, entries[$0]) }) else { continue }
        result[index] = free.remove(at: found)
      }
    }
    return result
  }

  private mutating func remove(_ entry: CardEntry<List>, keepsPlace: Bool = false) {
    for index in (keepsPlace ? [] : [entry.line]) + entry.copies + (entry.isShared ? [] : entry.attached) {
      places[index] = []
    }
  }

  /// The property's line and those that are new in its group.
  private mutating func lines(of value: CNLabeledValue<List.Value>, insteadOf entry: CardEntry<List>?) -> [CardLine] {
    if let entry, entry.label == value.label, List.isEqual(entry.value, value.value) { return [card.lines[entry.line]] }
    for index in entry?.copies ?? [] { places[index] = [] }
    let attached = entry?.attached.compactMap { card.lines[$0].property } ?? []
    let form = CardForm(
      version: card.version, label: value.label, old: entry?.property, attached: attached, others: names)
    guard let written = EntryWriter<List>(form: form, entry: entry).write(value) else {
      if let entry { remove(entry, keepsPlace: true) }
      return []
    }
    names.insert(written.property.name.uppercased())
    // A group with other properties stays theirs.
    let leavesGroup = entry?.isShared == true && !isSame(written.texts, attached)
    let needsGroup = leavesGroup || written.property.group == nil && !written.texts.isEmpty
    let property = needsGroup ? written.property.inGroup(newGroup()) : written.property
    if let entry, !entry.isShared { removeAttached(of: entry, except: written.texts) }
    return [CardLine(property)]
      + attach(written.texts, to: property, insteadOf: leavesGroup ? [] : entry?.attached ?? [])
  }

  /// Changes lines of a group where they are.
  ///
  /// - Parameter old: The indexes of the group's lines.
  /// - Returns: Lines for what the group does not have.
  private mutating func attach(
    _ texts: [(name: String, text: String)], to property: CardProperty, insteadOf old: [Int]
  ) -> [CardLine] {
    var new: [CardLine] = []
    for (name, text) in texts {
      let escaped = CardText.escape(text)
      let index = old.first { card.lines[$0].property?.isNamed(name) == true }
      guard let index, let line = card.lines[index].property else {
        new.append(CardLine(CardProperty(group: property.group, name, value: escaped)))
        continue
      }
      if line.plainText != text { places[index] = [CardLine(line.replacing(value: escaped))] }
    }
    return new
  }

  private mutating func removeAttached(of entry: CardEntry<List>, except texts: [(name: String, text: String)]) {
    for index in entry.attached {
      guard let old = card.lines[index].property, !texts.contains(where: { old.isNamed($0.name) }) else { continue }
      places[index] = []
    }
  }

  private func isSame(_ texts: [(name: String, text: String)], _ attached: [CardProperty]) -> Bool {
    texts.count == attached.count
      && attached.allSatisfy { old in texts.contains { old.isNamed($0.name) && old.plainText == $0.text } }
  }

  private mutating func newGroup() -> String {
    var number = 1
    while !groups.insert("item\(number)").inserted { number += 1 }
    return "item\(number)"
  }
}
