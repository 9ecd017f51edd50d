extension PersonNameComponents {
  /// The parts of a name that somebody wrote, as ``PersonNameComponentsFormatter`` takes it apart.
  ///
  /// - Throws: `CocoaError.formatting` for a text without a word.
  public init(_ value: String) throws {
    guard let name = PersonNameComponentsFormatter().personNameComponents(from: value) else {
      throw CocoaError(.formatting)
    }
    self = name
  }

  /// The given name and the family name.
  public func formatted() -> String { PersonNameComponentsFormatter().string(from: self) }
}
