/// The last report about an identifier that differs from `synced` and is not applied yet.
package struct Observation: Hashable, Sendable {
  package enum Report: Hashable, Sendable {
    case statement(Statement)
    case gone
    /// Nothing certain: only the question is known.
    case unknown
  }

  package var report: Report
  /// When this was reported. Only a question that was asked later is known to be answered by something newer.
  package var reported: Moment
  /// The provider must be asked for this item before anything is done with it.
  package var isStale: Bool

  package init(_ report: Report, reported: Moment, isStale: Bool) {
    self.report = report
    self.reported = reported
    self.isStale = isStale
  }
}
