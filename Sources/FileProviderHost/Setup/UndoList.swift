/// What a command has made so far, so that a failure or an interruption leaves none of it.
struct UndoList {
  private var steps: [() -> Void] = []

  /// Notes how to remove what was just made.
  mutating func add(_ step: @escaping () -> Void) { steps.append(step) }

  /// Runs a body, and if it fails removes what it has made, the latest first.
  static func running(_ body: (inout UndoList) throws -> Void) throws {
    var list = UndoList()
    do { try body(&list) } catch {
      for step in list.steps.reversed() { step() }
      throw error
    }
  }
}
