import FileProviderInterface

/// Several enumerators at a time.
enum EnumeratorRules {
  static let independent = ConformanceRule(
    "enumerators.independent", "Invalidating an enumerator ends that one alone.", page: ApplePage.invalidateEnumerator,
    advice: "Keep what an enumerator cancels in it, not in the extension: several may be alive, also of one folder.")

  static let checks = [RuleCheck(independent, checkIndependent)]

  @Sendable private static func checkIndependent(_ stage: ValidationStage) throws {
    let (container, items) = try stage.sample()
    guard !items.isEmpty else { throw Unmet("there is no item") }
    let listed: [SeenItem]
    do { listed = try listBesideInvalidated(container, stage) } catch let refusal as Refusal
      where !refusal.isAboutServer
    {
      throw Violation("an enumerator was invalidated, and another one was answered with \(refusal.text)")
    }
    let (known, seen) = (Set(items.map(\.identifier)), Set(listed.map(\.identifier)))
    guard seen != known else { return }
    guard Set(try stage.caller.list(container).map(\.identifier)) == known else {
      throw Unmet("the folder changed meanwhile")
    }
    throw Violation("an enumerator was invalidated, and another one has \(seen.count) items instead of \(known.count)")
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
