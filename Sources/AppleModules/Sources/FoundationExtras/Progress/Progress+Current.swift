extension Progress {
  /// Runs work during which a new progress of this thread becomes a child of this one.
  public func performAsCurrent<Result>(
    withPendingUnitCount unitCount: Int64, using work: () throws -> Result
  ) rethrows -> Result {
    becomeCurrent(withPendingUnitCount: unitCount)
    defer { resignCurrent() }
    return try work()
  }
}
