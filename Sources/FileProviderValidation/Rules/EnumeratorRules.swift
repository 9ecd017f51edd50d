import FileProviderInterface

/// Several enumerators at a time.
enum EnumeratorRules {
  static let independent = ConformanceRule(
    "enumerators.independent", "Invalidating an enumerator ends only that enumerator.",
    page: ApplePage.invalidateEnumerator,
    advice:
      "Keep an enumerator's cancellation state in the enumerator, not in the extension: several may be alive, even for one folder."
  )

  static let checks = [RuleCheck(independent, checkIndependent)]

  @Sendable private static func checkIndependent(_ stage: ValidationStage) throws {
    let (container, items) = try stage.sample()
    guard !items.isEmpty else { throw Unmet("there are no items") }
    let listed: [SeenItem]
    do { listed = try listBesideInvalidated(container, stage) } catch let refusal as Refusal
      where !refusal.isAboutServer
    {
      throw Violation("after an enumerator was invalidated, another one was answered with \(refusal.text)")
    }
    let (known, seen) = (Set(items.map(\.identifier)), Set(listed.map(\.identifier)))
    guard seen != known else { return }
    guard Set(try stage.caller.list(container).map(\.identifier)) == known else {
      throw Unmet("the folder changed meanwhile")
    }
    throw Violation(
      "after an enumerator was invalidated, another one has \(seen.count) items instead of \(known.count)")
  }

  private static func listBesideInvalidated(
    _ container: NSFileProviderItemIdentifier, _ stage: ValidationStage
  ) throws -> [SeenItem] {
    let first = try stage.caller.makeEnumerator(container)
    return try stage.caller.withEnumerator(container) { second in
      first.enumerator.invalidate()
      return try stage.caller.list(second, of: container)
    }
  }
}
