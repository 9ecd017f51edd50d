/// A change that was made here and does not stay as it was made, because of what the provider reports.
package enum OverruledChange: Sendable, Hashable {
  /// What has this name went to the folder `Rescued`.
  case rescued(String)
  /// The folder of this name does not stay where it was moved to.
  case movedBack(String)
  /// What was changed of a document is in a conflict copy.
  case conflict(document: ItemID, copy: ItemID)
}
