public import Foundation

/// A profile at a social network.
open class CNSocialProfile: NSObject, NSCopying, NSSecureCoding {
  /// The address of the profile.
  public let urlString: String
  /// The user's name at the service.
  public let username: String
  /// The user's identifier at the service.
  public let userIdentifier: String
  /// The service, one of `CNSocialProfileServiceLinkedIn` and others, or any other name.
  public let service: String

  public init(urlString: String?, username: String?, userIdentifier: String?, service: String?) {
    self.urlString = urlString ?? ""
    self.username = username ?? ""
    self.userIdentifier = userIdentifier ?? ""
    self.service = service ?? ""
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNSocialProfile else { return false }
    return urlString == other.urlString && username == other.username && userIdentifier == other.userIdentifier
      && service == other.service
  }

  open override var hash: Int { urlString.hashValue }

  /// The name of a property, in English.
  open class func localizedString(forKey key: String) -> String { KeyWords.words(of: key) }

  /// What to display for a service: its name.
  open class func localizedString(forService service: String) -> String { service }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let urlString = coder.decodeObject(forKey: "urlString") as? String,
      let username = coder.decodeObject(forKey: "username") as? String,
      let userIdentifier = coder.decodeObject(forKey: "userIdentifier") as? String,
      let service = coder.decodeObject(forKey: "service") as? String
    else { return nil }
    self.init(urlString: urlString, username: username, userIdentifier: userIdentifier, service: service)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(urlString as NSString, forKey: "urlString")
    coder.encode(username as NSString, forKey: "username")
    coder.encode(userIdentifier as NSString, forKey: "userIdentifier")
    coder.encode(service as NSString, forKey: "service")
  }
}
