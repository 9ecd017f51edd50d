/// A source that lists known folders again, for providers that do not report changes in them.
///
/// No call of it blocks, and no request waits for it: a program that reads the folder sees the items known here, and the newer listing arrives as
/// changes do.
package protocol RefreshingSource: ContainerSource {
  /// A program has opened a folder that was listed before.
  ///
  /// - Parameter age: How old its listing may be, in milliseconds; `nil` leaves that to the source, which lists again only for a provider that does
  ///   not report its changes, and `Int64.max` means any age.
  func noteOpening(of folder: ItemID, refreshAfter age: Int64?)
}
