import Foundation

/// A predicate of this module. Foundation's on Linux have no format that a store could take apart.
final class RecordPredicate: NSPredicate {
  let criterion: RecordCriterion

  init(_ criterion: RecordCriterion) {
    self.criterion = criterion
    super.init(value: false)
  }

  required init?(coder: NSCoder) { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { (object as? RecordPredicate)?.criterion == criterion }
  override var hash: Int { criterion.hashValue }
  override var predicateFormat: String { "\(criterion)" }

  /// Whether an object is a contact that the predicate finds by its own properties.
  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    guard let contact = object as? CNContact else { return false }
    criterion.keys?.forEach(contact.require)
    return criterion.matches(contact.values)
  }
}

extension NSPredicate {
  /// What the predicate looks for; nil of one that is none of this module's.
  package var recordCriterion: RecordCriterion? { (self as? RecordPredicate)?.criterion }
}
