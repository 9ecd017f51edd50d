public import Foundation

/// Handles events of the change history, each kind in a method of its own.
///
/// A visitor has the first four methods; the others do nothing unless it has them, too.
public protocol CNChangeHistoryEventVisitor: NSObjectProtocol {
  /// Forgets all that is known.
  func visit(_ event: CNChangeHistoryDropEverythingEvent)
  /// Handles a contact that was added.
  func visit(_ event: CNChangeHistoryAddContactEvent)
  /// Handles a contact that was changed.
  func visit(_ event: CNChangeHistoryUpdateContactEvent)
  /// Handles a contact that was deleted.
  func visit(_ event: CNChangeHistoryDeleteContactEvent)
  /// Handles a group that was added.
  func visit(_ event: CNChangeHistoryAddGroupEvent)
  /// Handles a group that was changed.
  func visit(_ event: CNChangeHistoryUpdateGroupEvent)
  /// Handles a group that was deleted.
  func visit(_ event: CNChangeHistoryDeleteGroupEvent)
  /// Handles a contact that came into a group.
  func visitAddMember(_ event: CNChangeHistoryAddMemberToGroupEvent)
  /// Handles a contact that left a group.
  func visitRemoveMember(_ event: CNChangeHistoryRemoveMemberFromGroupEvent)
  /// Handles a group that came into a group.
  func visitAddSubgroup(_ event: CNChangeHistoryAddSubgroupToGroupEvent)
  /// Handles a group that left a group.
  func visitRemoveSubgroup(_ event: CNChangeHistoryRemoveSubgroupFromGroupEvent)
}

// These are optional on macOS. A protocol of Swift has no optional methods.
extension CNChangeHistoryEventVisitor {
  public func visit(_ event: CNChangeHistoryAddGroupEvent) {}
  public func visit(_ event: CNChangeHistoryUpdateGroupEvent) {}
  public func visit(_ event: CNChangeHistoryDeleteGroupEvent) {}
  public func visitAddMember(_ event: CNChangeHistoryAddMemberToGroupEvent) {}
  public func visitRemoveMember(_ event: CNChangeHistoryRemoveMemberFromGroupEvent) {}
  public func visitAddSubgroup(_ event: CNChangeHistoryAddSubgroupToGroupEvent) {}
  public func visitRemoveSubgroup(_ event: CNChangeHistoryRemoveSubgroupFromGroupEvent) {}
}
