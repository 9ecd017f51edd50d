extension NotificationCenter {
  /// The notifications of a name, one after the other, from now on.
  ///
  /// What comes while nobody asks is kept. It ends with the task that asks.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> AsyncStream<Notification> {
    AsyncStream { continuation in
      // A token may be removed by any thread.
      nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) { notification in
        nonisolated(unsafe) let notification = notification
        continuation.yield(notification)
      }
      continuation.onTermination = { _ in self.removeObserver(token) }
    }
  }
}
