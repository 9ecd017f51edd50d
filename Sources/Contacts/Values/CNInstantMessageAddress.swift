public import Foundation

/// An address for instant messages.
open class CNInstantMessageAddress: NSObject, NSCopying, NSSecureCoding {
  /// The user's name at the service.
  public let username: String
  /// The service, one of `CNInstantMessageServiceJabber` and others, or any other name.
  public let service: String

  public init(username: String, service: String) {
    self.username = username
    self.service = service
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNInstantMessageAddress else { return false }
    return username == other.username && service == other.service
  }

  open override var hash: Int { username.hashValue }

  /// The name of a property, in English.
  open class func localizedString(forKey key: String) -> String { KeyWords.words(of: key) }

  /// What to display for a service: its name.
  open class func localizedString(forService service: String) -> String { service }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let username = coder.decodeObject(forKey: "username") as? String,
      let service = coder.decodeObject(forKey: "service") as? String
    else { return nil }
    self.init(username: username, service: service)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(username as NSString, forKey: "username")
    coder.encode(service as NSString, forKey: "service")
  }
}
