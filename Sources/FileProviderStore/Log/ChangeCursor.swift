/// The place of a reader of changes.
///
/// Changes are reported in runs. A run is relative to what the reader knew at `base` and ends with the generation that was
/// the newest when it began; its batches move `position` from one to the other. Only with both ends fixed can each item
/// be reported once and correctly (“added”, “changed”, “removed”) in batches of any size, by any process that
/// continues from a token.
package struct ChangeCursor: Hashable, Sendable {
  package var base: Generation
  package var position: Generation
  package var end: Generation

  /// The place of a reader that knows everything up to a generation.
  package init(at generation: Generation) {
    base = generation
    position = generation
    end = generation
  }

  init(base: Generation, position: Generation, end: Generation) {
    self.base = base
    self.position = position
    self.end = end
  }

  /// Whether the run has been reported to its end.
  package var isComplete: Bool { position >= end }

  /// The cursor after the change at a generation was reported.
  func advanced(to generation: Generation) -> ChangeCursor {
    generation >= end ? ChangeCursor(at: end) : ChangeCursor(base: base, position: generation, end: end)
  }
}
