/// Values by the names of properties, which have no Objective-C to ask.
enum PropertyValue {
  /// The value of a property or of a dictionary's key, the object itself without one.
  static func of(_ object: Any, _ key: String?) -> Any? {
    guard let key, key != "self" else { return object }
    if let dictionary = object as? NSDictionary { return dictionary[key] }
    return stored(key, of: object).flatMap { $0 }
  }

  /// The value of a stored property, and nothing at all where there is no such property.
  static func stored(_ key: String, of object: Any) -> Any?? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let looked = mirror {
      if let child = looked.children.first(where: { $0.label == key }) { return .some(unwrapped(child.value)) }
      mirror = looked.superclassMirror
    }
    return nil
  }

  /// A number of any of Swift's types.
  static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let number as any BinaryInteger: NSNumber(value: Int64(clamping: number))
    case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
    case let truth as Bool: NSNumber(value: truth)
    default: nil
    }
  }

  /// What an optional value has in it.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first.flatMap { unwrapped($0.value) } : value
  }
}
