public import Foundation

/// A contact came into a group.
open class CNChangeHistoryAddMemberToGroupEvent: CNChangeHistoryEvent {
  /// The contact.
  public let member: CNContact
  /// The group that it is about.
  public let group: CNGroup

  package init(member: CNContact, group: CNGroup) {
    self.member = member
    self.group = group
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visitAddMember(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let member = coder.decodeObject(forKey: "member") as? CNContact,
      let group = coder.decodeObject(forKey: "group") as? CNGroup
    else { return nil }
    self.member = member
    self.group = group
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(member, forKey: "member")
    coder.encode(group, forKey: "group")
  }
}

/// A contact left a group.
open class CNChangeHistoryRemoveMemberFromGroupEvent: CNChangeHistoryEvent {
  /// The contact.
  public let member: CNContact
  /// The group that it is about.
  public let group: CNGroup

  package init(member: CNContact, group: CNGroup) {
    self.member = member
    self.group = group
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visitRemoveMember(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let member = coder.decodeObject(forKey: "member") as? CNContact,
      let group = coder.decodeObject(forKey: "group") as? CNGroup
    else { return nil }
    self.member = member
    self.group = group
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(member, forKey: "member")
    coder.encode(group, forKey: "group")
  }
}
