extension NSPredicate {
  /// The condition that a text says, with values for `%@`, `%K`, `%d` and the like.
  ///
  /// Understood is Apple's Predicate Format String Syntax without functions, arithmetic, indices, blocks, and operators on collections but
  /// `@count`. Whole numbers may be hexadecimal; in quotes `\n`, `\r`, `\t`, `\\` and escaped quotes are understood. Without Objective-C a key is one
  /// of a dictionary, the name of a stored property, or one of a few properties of texts and URLs. The process ends, as it does on
  /// macOS, where an object has no such key, and where the text cannot be understood. A comparison of values of different kinds does not
  /// hold, where macOS may end the process.
  public convenience init(format predicateFormat: String, _ args: Any?...) {
    self.init(format: predicateFormat, values: args)
  }

  /// The condition that a text says, with values for `%@`, `%K`, `%d` and the like; see ``init(format:_:)``.
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(format: predicateFormat, values: arguments ?? [])
  }

  private convenience init(format: String, values: [Any?]) {
    let predicate: FormattedPredicate
    do { predicate = try FormattedPredicate(format, values) } catch {
      // As the exception on macOS, which Swift code cannot catch either.
      fatalError("NSInvalidArgumentException: Unable to parse the format string \"\(format)\": \(error)")
    }
    self.init { object, variables in predicate.holds(for: object, variables ?? [:]) }
  }
}
