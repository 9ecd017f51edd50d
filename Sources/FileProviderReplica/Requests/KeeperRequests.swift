/// What the thread is asked for that downloads pinned and eager items.
struct KeeperRequests {
  var isStopped = false
  /// Whether something has changed since it looked last.
  var isDue = true
  /// Whether that does not wait for the pause between two looks, which may be long: what restrains transfers.
  var isUrgent = false
}
