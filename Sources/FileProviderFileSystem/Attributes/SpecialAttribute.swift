import FileProviderInterface
import FileProviderStore
import Foundation

/// The extended attributes that mean something to the domain.
enum SpecialAttribute: String, CaseIterable {
  case tags = "user.xdg.tags"
  case favoriteRank = "user.fileprovider.favorite-rank"
  case lastUsed = "user.fileprovider.last-used"
  case pinned = "user.fileprovider.pinned"
  case identifier = "user.fileprovider.identifier"
  case state = "user.fileprovider.state"
  case upload = "user.fileprovider.upload"
  case created = "user.fileprovider.created"
  case provider = "user.fileprovider.provider"
  case conflict = "user.fileprovider.conflict"
  case links = "user.fileprovider.links"
  // Set by the provider, see `ProviderAttribute`.
  case decorations = "user.fileprovider.decorations"
  case owner = "user.fileprovider.owner"
  case editor = "user.fileprovider.editor"
  case sharedByMe = "user.fileprovider.shared-by-me"
  case userInfo = "user.fileprovider.user-info"
  case transfer = "user.fileprovider.transfer"

  var isReadOnly: Bool {
    reported != nil || [.identifier, .state, .upload, .created, .provider, .conflict, .links].contains(self)
  }

  /// The store's attribute for it, where only the provider sets it.
  private var reported: ProviderAttribute? { ProviderAttribute(rawValue: rawValue) }

  /// The value an item has, or `nil`.
  func value(of item: ItemAttributes, isModified: Bool, _ reader: StoreReader) throws(StoreError) -> [UInt8]? {
    switch self {
    case .identifier: return Array(try reader.identifier(of: item.id).rawValue.utf8)
    case .created: return Array(Self.text(item.created).utf8)
    case .provider: return try reader.setting(DomainSetting.provider).map { Array($0.utf8) }
    case .links: return try reader.setting(DomainSetting.links).map { Array($0.utf8) }
    case .conflict: return item.flags.contains(.conflict) ? Array("1".utf8) : nil
    case .decorations, .owner, .editor, .sharedByMe, .userInfo, .transfer:
      guard let reported, item.flags.contains(.attributed) else { return nil }
      return try reader.providerAttribute(reported, of: item.id)
    case .state: return Array(try state(of: item, isModified: isModified, reader).utf8)
    case .upload: return try ProvidedReader(reader).pending(item.id).flatMap { Self.text($0.state) }
    case .tags, .favoriteRank, .lastUsed, .pinned:
      return try reader.membership(of: item.id).flatMap { value(in: $0) }
    }
  }

  private func state(of item: ItemAttributes, isModified: Bool, _ reader: StoreReader) throws(StoreError) -> String {
    guard item.flags.contains(.dataless) else { return isModified ? "modified" : "local" }
    return try ProvidedReader(reader).partialContents(of: item.id) == nil ? "dataless" : "partial"
  }

  /// Why a change is not uploaded yet; `nil` for one that stays on this machine.
  private static func text(_ state: PendingRow.State) -> [UInt8]? {
    switch state {
    case .ready, .later: Array("waiting".utf8)
    case .calling: Array("uploading".utf8)
    case .parked: Array("refused".utf8)
    case .local: nil
    }
  }

  private func value(in membership: Membership) -> [UInt8]? {
    switch self {
    case .tags: membership.tags
    case .favoriteRank: membership.favoriteRank.map { Array(String($0).utf8) }
    case .lastUsed: membership.lastUsed.map { Array(Self.text($0).utf8) }
    case .pinned: membership.pinned ? Array("1".utf8) : nil
    case .identifier, .state, .upload, .created, .provider, .conflict, .links, .decorations, .owner, .editor,
      .sharedByMe, .userInfo, .transfer:
      nil
    }
  }

  /// The names of the attributes that a membership has and that can be set.
  static func names(of membership: Membership) -> [String] {
    allCases.filter { $0.value(in: membership) != nil }.map(\.rawValue)
  }

  /// The change that setting the attribute, or removing it (`nil`), makes.
  ///
  /// - Throws: `EINVAL` when the value makes no sense.
  func change(to value: [UInt8]?) throws(ErrorNumber) -> (inout Membership) -> Void {
    let text = try value.map { (value) throws(ErrorNumber) in
      guard let text = String(validating: value, as: UTF8.self) else { throw .invalid }
      return text
    }
    switch self {
    case .tags:
      // A tag is a file name in the view of tags, and an argument of commands.
      guard value?.contains(0) != true else { throw .invalid }
      return { $0.tags = value }
    case .favoriteRank:
      let rank = try text.map { (text) throws(ErrorNumber) in
        guard let rank = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw .invalid }
        return rank
      }
      return { $0.favoriteRank = rank }
    case .lastUsed:
      let time = try text.map { (text) throws(ErrorNumber) in
        guard let time = Self.time(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw .invalid }
        return time
      }
      return { $0.lastUsed = time }
    case .pinned:
      let word = text?.trimmingCharacters(in: .whitespacesAndNewlines)
      guard word == nil || word == "0" || word == "1" else { throw .invalid }
      return { $0.pinned = word == "1" }
    case .identifier, .state, .upload, .created, .provider, .conflict, .links, .decorations, .owner, .editor,
      .sharedByMe, .userInfo, .transfer:
      throw .notPermitted
    }
  }

  /// RFC 3339, UTC, with microseconds.
  static func text(_ time: Timestamp) -> String {
    var style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    style.timeZone = .gmt
    // Not by way of a Double of nanoseconds, which may be rounded down to the second before.
    let (seconds, nanoseconds) = (time.systemTime.tv_sec, time.systemTime.tv_nsec)
    let micros = String(nanoseconds / 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds))
    return style.format(whole).dropLast() + "." + String(repeating: "0", count: 6 - micros.count) + micros + "Z"
  }

  /// RFC 3339, with or without a fraction; or seconds since 1970.
  static func time(_ text: String) -> Timestamp? {
    if let seconds = seconds(text) { return Timestamp(Date(timeIntervalSince1970: seconds)) }
    if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
      return Timestamp(date)
    }
    return (try? Date(text, strategy: .iso8601)).map { Timestamp($0) }
  }

  /// A plain decimal number of seconds that a time can have.
  private static func seconds(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-.".utf8.contains($0) }),
      let seconds = Double(text), abs(seconds) < 9.2e9
    else { return nil }
    return seconds
  }
}
