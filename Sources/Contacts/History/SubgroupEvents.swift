public import Foundation

/// A group came into a group.
open class CNChangeHistoryAddSubgroupToGroupEvent: CNChangeHistoryEvent {
  /// The group that is inside.
  public let subgroup: CNGroup
  /// The group that it is about.
  public let group: CNGroup

  package init(subgroup: CNGroup, group: CNGroup) {
    self.subgroup = subgroup
    self.group = group
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visitAddSubgroup(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let subgroup = coder.decodeObject(forKey: "subgroup") as? CNGroup,
      let group = coder.decodeObject(forKey: "group") as? CNGroup
    else { return nil }
    self.subgroup = subgroup
    self.group = group
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(subgroup, forKey: "subgroup")
    coder.encode(group, forKey: "group")
  }
}

/// A group left a group.
open class CNChangeHistoryRemoveSubgroupFromGroupEvent: CNChangeHistoryEvent {
  /// The group that is inside.
  public let subgroup: CNGroup
  /// The group that it is about.
  public let group: CNGroup

  package init(subgroup: CNGroup, group: CNGroup) {
    self.subgroup = subgroup
    self.group = group
    super.init()
  }

  open override func accept(_ visitor: any CNChangeHistoryEventVisitor) { visitor.visitRemoveSubgroup(self) }

  // MARK: Coding

  public required init?(coder: NSCoder) {
    guard let subgroup = coder.decodeObject(forKey: "subgroup") as? CNGroup,
      let group = coder.decodeObject(forKey: "group") as? CNGroup
    else { return nil }
    self.subgroup = subgroup
    self.group = group
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    coder.encode(subgroup, forKey: "subgroup")
    coder.encode(group, forKey: "group")
  }
}
