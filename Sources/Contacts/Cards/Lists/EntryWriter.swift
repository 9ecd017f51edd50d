import Foundation
import VCard

/// Makes the property of a labelled value, and what belongs into its group.
struct EntryWriter<List: CardList> {
  let form: CardForm
  /// What it replaces.
  let entry: CardEntry<List>?

  func write(_ value: CNLabeledValue<List.Value>) -> (property: CardProperty, texts: [(name: String, text: String)])? {
    guard var property = property(value) else { return nil }
    var texts = List.attached(value.value, form)
    let implied = List.label(impliedBy: property.name.uppercased())
    if let entry, entry.label == value.label, implied == List.label(impliedBy: entry.property.name.uppercased()) {
      let label = form.attached.first { $0.isNamed("X-ABLabel") }
      if let label { texts.append((label.name, label.plainText)) }
      return (property, texts)
    }
    let labels = List.labels(of: property.name)
    let types = labels.types(of: value.label)
    if types != nil || entry != nil {
      property.parameters = labels.replacing(in: property.parameters, with: types ?? [])
    }
    if types == nil, let label = value.label, label != implied { texts.append(("X-ABLabel", label)) }
    return (property, texts)
  }

  /// The property with the value, and with the parameters of the old one that are not part of the value.
  private func property(_ value: CNLabeledValue<List.Value>) -> CardProperty? {
    guard let new = List.property(value.value, form) else { return nil }
    guard let old = entry?.property else { return new }
    if let entry, old.isNamed(new.name), List.isEqual(entry.value, value.value) { return old }
    let replaced = ["VALUE", "ENCODING", "CHARSET"] + List.parameters
    let kept = old.parameters.filter { parameter in !replaced.contains(where: parameter.isNamed) }
    let own = new.parameters.filter { !$0.isNamed("TYPE") || List.parameters.contains("TYPE") }
    return CardProperty(group: old.group, new.name, kept + own, value: new.text)
  }
}
