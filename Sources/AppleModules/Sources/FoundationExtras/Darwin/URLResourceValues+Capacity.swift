// macOS tells apart what it would make room for by removing what can be fetched again. Linux has one number.
extension URLResourceKey {
  /// What is free for what a person asks for.
  public static let volumeAvailableCapacityForImportantUsageKey = volumeAvailableCapacityKey
  /// What is free for what nobody waits for.
  public static let volumeAvailableCapacityForOpportunisticUsageKey = volumeAvailableCapacityKey
}

extension URLResourceValues {
  /// What is free for what a person asks for, in bytes.
  public var volumeAvailableCapacityForImportantUsage: Int64? { volumeAvailableCapacity.map(Int64.init) }
  /// What is free for what nobody waits for, in bytes.
  public var volumeAvailableCapacityForOpportunisticUsage: Int64? { volumeAvailableCapacity.map(Int64.init) }
}
