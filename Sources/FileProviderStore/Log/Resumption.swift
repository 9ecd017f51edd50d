/// A reader of changes that came back with an anchor, and may have been told more than that anchor says.
///
/// It was told nothing that was committed after it came back, so this ends with the generation that was the newest
/// then.
package struct Resumption: Sendable {
  private let end: Generation

  /// - Parameter newest: The newest generation when the reader came back.
  package init(at newest: Generation) { end = newest }

  /// Whether some of a run may have been told before.
  func covers(_ run: ChangeCursor) -> Bool { run.base < end }
}
