/// A reader of changes that resumed with an anchor, and may have received more than that anchor covers.
///
/// It received nothing that was committed after it resumed, so this ends with the generation that was the newest
/// then.
package struct Resumption: Sendable {
  private let end: Generation

  /// - Parameter newest: The newest generation when the reader resumed.
  package init(at newest: Generation) { end = newest }

  /// Whether some of a run may have been reported before.
  func covers(_ run: ChangeCursor) -> Bool { run.base < end }
}
