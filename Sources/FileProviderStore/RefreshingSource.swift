/// A source that lists folders again which are here already, where the provider's changes do not tell what is new in them.
///
/// No call of it blocks, and nobody waits for what it does: whoever looks into the folder sees what is here, and the newer listing comes as
/// changes do.
package protocol RefreshingSource: ContainerSource {
  /// A program has opened a folder that was listed before.
  ///
  /// - Parameter age: How old its listing may be, in milliseconds; `nil` leaves that to the source, which lists again only for a provider that does
  ///   not tell its changes, and `Int64.max` is as old as it may get.
  func noteOpening(of folder: ItemID, refreshAfter age: Int64?)
}
