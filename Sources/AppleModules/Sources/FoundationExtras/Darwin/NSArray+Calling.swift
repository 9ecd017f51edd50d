extension NSArray {
  /// The objects in the order of one of their methods. Not Apple's: what a selector is in an adopted package.
  ///
  /// Objects that do not have the method stay as they were to each other.
  ///
  /// - Parameter method: Compares an object with another, such as `Document.compare(_:)`.
  public func sortedArray<Object, Other>(calling method: (Object) -> (Other) -> ComparisonResult) -> [Any] {
    sortedArray { left, right in
      guard let object = left as? Object, let other = right as? Other else { return .orderedSame }
      return method(object)(other)
    }
  }
}

extension NSMutableArray {
  /// Puts the objects in the order of one of their methods. Not Apple's: what a selector is in an adopted package.
  ///
  /// - Parameter method: Compares an object with another, such as `Document.compare(_:)`.
  public func sort<Object, Other>(calling method: (Object) -> (Other) -> ComparisonResult) {
    setArray(sortedArray(calling: method))
  }
}
