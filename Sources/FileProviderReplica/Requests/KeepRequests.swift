/// What the thread is asked for that brings what is to be here.
struct KeepRequests {
  var isStopped = false
  /// Whether something has changed since it looked last.
  var isDue = true
}
