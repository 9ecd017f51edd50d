import FileProviderStore
package import Foundation

/// How far a provider's contacts are known here. It is written in the transaction of the contacts themselves.
package struct ProvidedProgress: Codable, Equatable, Sendable {
  /// What the provider is asked for next, in its own terms.
  package enum Position: Codable, Equatable, Sendable {
    /// A page of all contacts; nil for the first.
    case content(Data?)
    /// The changes since an anchor.
    case changes(Data)
  }

  package internal(set) var position = Position.content(nil)
  /// The number of the last enumeration of all contacts that has begun. A reset begins one, so that what an earlier one still sends is refused.
  package internal(set) var pass = 1
  /// Whether the provider had more contacts than a domain may have.
  package internal(set) var isFull = false
  /// How many contacts there are.
  package internal(set) var count = 0
  /// How many of them the enumeration under way has named.
  package internal(set) var named = 0

  private static let setting = "contacts.progress"

  init() {}

  init(_ reader: StoreReader) throws(StoreError) {
    self.init()
    guard let text = try reader.setting(Self.setting) else { return }
    guard let known = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      throw StoreError(.damaged, "the setting “\(Self.setting)” cannot be read")
    }
    self = known
  }

  func write(_ transaction: Transaction) throws(StoreError) {
    let data: Data
    do { data = try JSONEncoder().encode(self) } catch { throw StoreError(.inputOutput, "\(error)") }
    try transaction.changeSetting(Self.setting, to: String(decoding: data, as: UTF8.self))
  }
}
