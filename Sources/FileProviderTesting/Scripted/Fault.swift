public import FileProviderInterface

/// One thing that goes wrong in a ``ScriptedProvider``: which call, for which item, which times, and how.
public struct Fault: Codable, Hashable, Sendable {
  /// A call of the system.
  public enum Call: String, Codable, Sendable {
    /// Asking for an enumerator.
    case enumerator
    /// Asking for a page.
    case page
    /// Asking for a batch of changes.
    case changes
    /// Asking for the current anchor.
    case anchor
    /// Asking for an item.
    case item
    /// Asking for contents.
    case fetch
    /// Telling of a new item; the identifier is the parent's.
    case create
    /// Telling of a changed item.
    case modify
    /// Telling of a deletion.
    case delete
    /// Asking for a page of a search; the identifier is the query.
    case search
    /// Asking for a thumbnail.
    case thumbnail
  }

  /// What happens instead of the right thing, or besides.
  public enum Effect: String, Codable, Sendable {
    /// The error of `domain` and `code`. In a page, after half of its items; for contents after `milliseconds`, if there are any.
    case error
    /// No answer, ever.
    case never
    /// The right answer, twice.
    case twice
    /// The right answer, after `milliseconds`.
    case late
    /// The right answer, as it was then, when ``ScriptedProvider/release()`` is called: for what is sent, for contents, for items, and for changes.
    case held
    /// The page is only looked for, or what is sent only done, when ``ScriptedProvider/release()`` is called.
    case waiting
    /// The call itself takes `milliseconds`.
    case blocking
    /// A page token that leads back to the page asked for; an anchor that stays, with more to come.
    case loop
    /// A token of 501 bytes.
    case longToken
    /// More items than a hundred times what is suggested.
    case flood
    /// Items with `text` as their parent.
    case wrongParent
    /// Contents that are a folder.
    case folder
    /// Contents that are longer than announced.
    case longer
    /// Neither contents nor an error; no item, where one is sent.
    case nothing
    /// What is sent is done, and then comes the error of `domain` and `code`.
    case errorAfterwards
    /// What is sent is done, and then comes no answer, ever.
    case neverAfterwards
    /// The same items page after page, each with a new token.
    case endless
    /// New items page after page.
    case growing
    /// The right answer, when the enumerator has been invalidated; for contents, the provider.
    case afterInvalidate
    /// Everything that is left in one answer, whatever size was suggested.
    case whole
    /// Among the items is the folder that is listed.
    case itself
    /// The item with the identifier `text`, whatever was sent.
    case other
    /// Nothing is done, and the answer is what the provider has, which is to be fetched.
    case otherVersion
    /// The process ends.
    case exit
  }

  public var call: Call
  /// The container, item or document; `nil` for any.
  public var identifier: String?
  /// How many calls succeed first.
  public var after: Int?
  /// How many fail after that; `nil` for all.
  public var times: Int?
  public var effect: Effect
  public var domain: String?
  public var code: Int?
  public var milliseconds: Int?
  public var text: String?

  /// Describes a fault.
  public init(
    _ effect: Effect, in call: Call, of identifier: String? = nil, after: Int? = nil, times: Int? = nil,
    code: Int? = nil, domain: String? = nil, milliseconds: Int? = nil, text: String? = nil
  ) {
    self.effect = effect
    self.call = call
    self.identifier = identifier
    self.after = after
    self.times = times
    self.code = code
    self.domain = domain
    self.milliseconds = milliseconds
    self.text = text
  }

  /// An error of `NSFileProviderErrorDomain`.
  public static func failing(
    _ code: NSFileProviderError.Code, in call: Call, of identifier: String? = nil, after: Int? = nil, times: Int? = nil
  ) -> Fault {
    Fault(.error, in: call, of: identifier, after: after, times: times, code: code.rawValue)
  }

  /// An error of `NSCocoaErrorDomain`.
  public static func failing(
    cocoa code: CocoaError.Code, in call: Call, of identifier: String? = nil, after: Int? = nil, times: Int? = nil
  ) -> Fault {
    Fault(
      .error, in: call, of: identifier, after: after, times: times, code: code.rawValue, domain: NSCocoaErrorDomain)
  }

  /// The error it stands for.
  var error: NSError {
    NSError(
      domain: domain ?? NSFileProviderErrorDomain, code: code ?? NSFileProviderError.Code.cannotSynchronize.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "as the script says"])
  }
}
