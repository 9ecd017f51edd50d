extension NSSortDescriptor {
  /// An order by the values of a key: texts, numbers and dates.
  ///
  /// What has no such value comes first. Without Objective-C a key is one of a dictionary, or the name of a stored property; a computed
  /// property is not found.
  public convenience init(key: String?, ascending: Bool) {
    self.init(key: key, ascending: ascending) { left, right in
      switch (left, right) {
      case (let left as String, let right as String): left.compare(right)
      case (let left as Date, let right as Date): left.compare(right)
      default: (PropertyValue.number(left) ?? 0).compare(PropertyValue.number(right) ?? 0)
      }
    }
  }

  /// An order by the texts of a key. Not Apple's: what a selector is in an adopted package.
  ///
  /// What has no such text comes first. Without Objective-C a key is one of a dictionary, or the name of a stored property; a computed
  /// property is not found.
  public convenience init(
    key: String?, ascending: Bool, comparing: @escaping (NSString) -> (String) -> ComparisonResult
  ) {
    self.init(key: key, ascending: ascending) { left, right in
      comparing(NSString(string: left as? String ?? ""))(right as? String ?? "")
    }
  }

  private convenience init(key: String?, ascending: Bool, values: @escaping (Any, Any) -> ComparisonResult) {
    self.init(keyPath: \Any.self, ascending: ascending) { left, right in
      switch (PropertyValue.of(left, key), PropertyValue.of(right, key)) {
      case (let left?, let right?): values(left, right)
      case (nil, nil): .orderedSame
      case (nil, _): .orderedAscending
      case (_, nil): .orderedDescending
      }
    }
  }
}
