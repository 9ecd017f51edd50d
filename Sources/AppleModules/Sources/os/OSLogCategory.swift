extension OSLog {
  /// A part that the profiler of other systems knows. Apple: os / `OSLog.Category`.
  public struct Category: Sendable {
    /// Its name.
    public let rawValue: String
    /// Moments of interest.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    /// What is traced at a moment.
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    /// The same with what called it.
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  /// A place for such a part of the program.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }
}

extension OSSignposter {
  /// Marks of such a part of the program.
  public init(subsystem: String, category: OSLog.Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }
}
