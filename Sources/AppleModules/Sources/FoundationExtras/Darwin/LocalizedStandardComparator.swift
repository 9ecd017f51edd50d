/// The order in which a file manager shows names. Apple: Foundation / `String.StandardComparator.localizedStandard`, which Linux does not have.
public struct _LocalizedStandardComparator: SortComparator, Sendable {
  /// Which comes first.
  public var order = SortOrder.forward

  /// Compares two names.
  public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    order == .forward ? lhs.localizedStandardCompare(rhs) : rhs.localizedStandardCompare(lhs)
  }
}

extension SortComparator where Self == _LocalizedStandardComparator {
  /// As a file manager shows names.
  public static var localizedStandard: _LocalizedStandardComparator { _LocalizedStandardComparator() }
}
