/// What a `StoreHousekeeping` does for its store, each time it is due.
protocol HousekeepingTasks: AnyObject, Sendable {
  func removeDiscarded() throws(StoreError)
  /// - Returns: Whether none can be left, because no other process that has made some is there any more.
  func removeUnfinished() throws(StoreError) -> Bool
  /// - Parameter limit: The most documents to compare.
  func compareSizes(limit: Int) throws(StoreError)
  func synchronizeContents() throws(StoreError)
  func measureContents() throws(StoreError)
  /// - Returns: When the next removed document is old enough; `nil` when none is kept.
  func pruneRemoved(at now: Timestamp) throws(StoreError) -> Timestamp?
}
