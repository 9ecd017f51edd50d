/// The values of a row of the log.
package enum LogEvent: Int64, Sendable {
  case create = 1
  case update = 2
  case delete = 3
  /// The machine restarted, and generations may have been lost.
  case gap = 4
}
