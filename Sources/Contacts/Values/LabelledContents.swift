import Foundation

/// What a labelled value says: all but its identifier.
struct LabelledContents: Hashable {
  private let label: String?
  private let value: NSObject

  /// - Returns: `nil` where the value cannot be compared.
  init?<Value>(_ labelled: CNLabeledValue<Value>) {
    guard let value = labelled.value as? NSObject else { return nil }
    (label, self.value) = (labelled.label, value)
  }
}
