import Foundation

// `Bundle.main` of a program on Linux knows the `Info.plist` beside it, if there is one, and otherwise nothing. Extensions ask it for their
// identifier all the time, with an exclamation mark. Foundation offers no way to set it; its dictionary is CoreFoundation's, which may be added to.
@_silgen_name("CFBundleGetMainBundle") private func mainBundle() -> OpaquePointer?
@_silgen_name("CFBundleGetInfoDictionary") private func information(of bundle: OpaquePointer) -> OpaquePointer?
@_silgen_name("CFDictionarySetValue") private func setValue(
  _ dictionary: OpaquePointer, _ key: UnsafeRawPointer, _ value: UnsafeRawPointer)

/// The contents of `Bundle.main`.
enum MainBundle {
  /// Adds an `Info.plist`, and the provider's identifier.
  static func describe(_ information: ProviderInformation?, as identifier: String?) {
    var facts = information?.facts ?? [:]
    facts["CFBundleIdentifier"] = identifier
    add(facts)
  }

  /// Adds the missing keys. Called before the provider's code runs, so that there is no concurrent reader.
  private static func add(_ facts: [String: Any]) {
    let known = Bundle.main.infoDictionary ?? [:]
    guard let bundle = mainBundle(), let dictionary = information(of: bundle) else { return }
    for (name, value) in facts where known[name] == nil {
      guard let object = object(value) else { continue }
      let key = NSString(string: name)
      // The dictionary retains both.
      withExtendedLifetime((key, object)) {
        setValue(
          dictionary, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(object).toOpaque())
      }
    }
  }

  /// The value as an object of Foundation's.
  private static func object(_ value: Any) -> NSObject? {
    switch value {
    case let object as NSObject: object
    case let text as String: NSString(string: text)
    case let number as Bool: NSNumber(value: number)
    case let number as Int: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as Data: NSData(data: data)
    case let list as [Any]: NSArray(array: list.compactMap(self.object))
    case let facts as [String: Any]: NSDictionary(dictionary: facts.compactMapValues(self.object))
    default: nil
    }
  }
}
