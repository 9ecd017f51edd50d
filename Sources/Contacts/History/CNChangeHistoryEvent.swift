public import Foundation

/// A change of contacts or groups. It is one of the subclasses: a ``CNChangeHistoryEventVisitor`` says which.
open class CNChangeHistoryEvent: NSObject, NSCopying, NSSecureCoding {
  override init() {}

  /// Calls the method of the visitor for this kind of event.
  open func accept(_ visitor: any CNChangeHistoryEventVisitor) {}

  /// The event itself, since it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {}

  open func encode(with coder: NSCoder) {}
}

/// All that is known has to be forgotten. The events after it are the whole state.
open class CNChangeHistoryDropEverythingEvent: CNChangeHistoryEvent {
  package override init() { super.init() }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }
}
