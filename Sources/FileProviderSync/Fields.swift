/// Fields that merge one by one: tags, dates, attributes.
package struct Fields: Hashable, Sendable {
  package var values: [Int]

  package init(_ values: [Int] = []) { self.values = values }

  /// Takes each field that changed at the provider, and keeps ours where only ours changed.
  package static func merge(base: Fields, ours: Fields, theirs: Fields) -> Fields {
    var merged = theirs
    for index in ours.values.indices where index < theirs.values.count && index < base.values.count {
      if theirs.values[index] == base.values[index] { merged.values[index] = ours.values[index] }
    }
    return merged
  }
}
