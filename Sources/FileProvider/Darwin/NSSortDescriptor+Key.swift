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
      default: PropertyValue.number(left).compare(PropertyValue.number(right))
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

/// Values by the names of properties.
private enum PropertyValue {
  /// The value of a property or of a dictionary's key, the object itself without one.
  static func of(_ object: Any, _ key: String?) -> Any? {
    guard let key, key != "self" else { return object }
    if let dictionary = object as? NSDictionary { return dictionary[key] }
    var mirror: Mirror? = Mirror(reflecting: object)
    while let looked = mirror {
      if let child = looked.children.first(where: { $0.label == key }) { return unwrapped(child.value) }
      mirror = looked.superclassMirror
    }
    return nil
  }

  static func number(_ value: Any) -> NSNumber {
    switch value {
    case let number as NSNumber: number
    case let number as any BinaryInteger: NSNumber(value: Int64(clamping: number))
    case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
    case let truth as Bool: NSNumber(value: truth)
    default: 0
    }
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
