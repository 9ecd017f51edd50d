/// A value in a predicate. Truths are numbers, as in Objective-C.
enum PredicateValue {
  case null
  case text(String)
  case number(NSNumber)
  case date(Date)
  case list([PredicateValue])
  case object(Any)

  init(_ value: Any?) {
    guard let value = value.flatMap(PropertyValue.unwrapped), !(value is NSNull) else {
      self = .null
      return
    }
    switch value {
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    // Their Objective-C names are equal to nothing but themselves.
    case let id as UUID: self = .object(id)
    case let url as URL: self = .object(url)
    case let data as Data: self = .object(data)
    case let members as [Any]: self = .list(members.map { PredicateValue($0) })
    case let members as Set<AnyHashable>: self = .list(members.map { PredicateValue($0.base) })
    case let members as NSOrderedSet: self = .list(members.array.map { PredicateValue($0) })
    default: self = PropertyValue.number(value).map { .number($0) } ?? .object(value)
    }
  }

  /// The members of a collection; of nothing there are none.
  var members: [PredicateValue]? {
    switch self {
    case .list(let members): members
    case .object(let object): (object as? NSDictionary).map { $0.allValues.map { PredicateValue($0) } }
    case .null: []
    case .text, .number, .date: nil
    }
  }

  /// The value of a key; of a list, the values of its members.
  func value(_ key: String) -> PredicateValue {
    if key.lowercased() == "self" { return self }
    switch self {
    case .null: return .null
    case .list(let members): return .list(members.map { $0.value(key) })
    case .text(let text):
      if let value = Self.ofTexts[key] { return PredicateValue(value(text)) }
    case .object(let url as URL):
      if let value = Self.ofURLs[key] { return PredicateValue(value(url)) }
    case .object(let dictionary as NSDictionary): return PredicateValue(dictionary[key])
    case .object(let object):
      if let value = PropertyValue.stored(key, of: object) { return PredicateValue(value) }
    case .number, .date: break
    }
    fatalError("NSUnknownKeyException: there is no stored property \"\(key)\" of \(self)")
  }

  private static let ofTexts: [String: @Sendable (String) -> Any] = [
    "length": { $0.utf16.count }, "lowercaseString": { $0.lowercased() }, "uppercaseString": { $0.uppercased() },
    "lastPathComponent": { NSString(string: $0).lastPathComponent },
    "pathExtension": { NSString(string: $0).pathExtension },
  ]

  private static let ofURLs: [String: @Sendable (URL) -> Any?] = [
    "absoluteString": { $0.absoluteString }, "path": { $0.path }, "lastPathComponent": { $0.lastPathComponent },
    "pathExtension": { $0.pathExtension }, "scheme": { $0.scheme }, "host": { $0.host },
  ]
}
