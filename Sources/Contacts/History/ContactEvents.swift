public import Foundation

/// A contact was added.
open class CNChangeHistoryAddContactEvent: CNChangeHistoryEvent {
  /// The contact, with the properties that were asked for.
  public let contact: CNContact
  /// The identifier of its container.
  public let containerIdentifier: String?

  package init(contact: CNContact, containerIdentifier: String?) {
    self.contact = contact
    self.containerIdentifier = containerIdentifier
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let contact = coder.decodeObject(forKey: "contact") as? CNContact else { return nil }
    self.contact = contact
    containerIdentifier = coder.decodeObject(forKey: "containerIdentifier") as? String
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(contact, forKey: "contact")
    coder.encode(containerIdentifier as NSString?, forKey: "containerIdentifier")
  }
}

/// A contact was changed.
open class CNChangeHistoryUpdateContactEvent: CNChangeHistoryEvent {
  /// The contact, with the properties that were asked for.
  public let contact: CNContact

  package init(contact: CNContact) {
    self.contact = contact
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let contact = coder.decodeObject(forKey: "contact") as? CNContact else { return nil }
    self.contact = contact
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(contact, forKey: "contact")
  }
}

/// A contact was deleted.
open class CNChangeHistoryDeleteContactEvent: CNChangeHistoryEvent {
  /// The identifier that it had.
  public let contactIdentifier: String

  package init(contactIdentifier: String) {
    self.contactIdentifier = contactIdentifier
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let contactIdentifier = coder.decodeObject(forKey: "contactIdentifier") as? String else { return nil }
    self.contactIdentifier = contactIdentifier
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(contactIdentifier as NSString, forKey: "contactIdentifier")
  }
}
