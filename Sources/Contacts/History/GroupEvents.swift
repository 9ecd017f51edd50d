public import Foundation

/// A group was added.
open class CNChangeHistoryAddGroupEvent: CNChangeHistoryEvent {
  /// The group.
  public let group: CNGroup
  /// The identifier of its container.
  public let containerIdentifier: String

  package init(group: CNGroup, containerIdentifier: String) {
    self.group = group
    self.containerIdentifier = containerIdentifier
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let group = coder.decodeObject(forKey: "group") as? CNGroup,
      let containerIdentifier = coder.decodeObject(forKey: "containerIdentifier") as? String
    else { return nil }
    self.group = group
    self.containerIdentifier = containerIdentifier
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(group, forKey: "group")
    coder.encode(containerIdentifier as NSString, forKey: "containerIdentifier")
  }
}

/// A group was changed.
open class CNChangeHistoryUpdateGroupEvent: CNChangeHistoryEvent {
  /// The group.
  public let group: CNGroup

  package init(group: CNGroup) {
    self.group = group
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let group = coder.decodeObject(forKey: "group") as? CNGroup else { return nil }
    self.group = group
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(group, forKey: "group")
  }
}

/// A group was deleted.
open class CNChangeHistoryDeleteGroupEvent: CNChangeHistoryEvent {
  /// The identifier that it had.
  public let groupIdentifier: String

  package init(groupIdentifier: String) {
    self.groupIdentifier = groupIdentifier
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visit(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let groupIdentifier = coder.decodeObject(forKey: "groupIdentifier") as? String else { return nil }
    self.groupIdentifier = groupIdentifier
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(groupIdentifier as NSString, forKey: "groupIdentifier")
  }
}
