import FileProviderInterface

/// A page or an anchor of a ``MemoryTree``, as bytes that are checked when they come back.
struct MemoryToken: Hashable {
  enum Kind: String {
    case page = "p"
    case anchor = "a"
  }

  var kind: Kind
  var signature: UInt64
  var scope: String
  var position: Int

  var data: Data {
    let text = "\(kind.rawValue) \(signature) \(position) \(Self.sum(scope))"
    return Data("\(text) \(Self.sum(text))".utf8)
  }

  /// `nil` for bytes that are not a token of this kind, tree and container.
  init?(_ data: Data, kind: Kind, signature: UInt64, scope: String) {
    guard let text = String(validating: data, as: UTF8.self) else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == kind.rawValue, parts[1] == String(signature), let position = Int(parts[2]),
      parts[3] == Self.sum(scope), parts[4] == Self.sum(parts[0..<4].joined(separator: " "))
    else { return nil }
    self.init(kind: kind, signature: signature, scope: scope, position: position)
  }

  init(kind: Kind, signature: UInt64, scope: String, position: Int) {
    self.kind = kind
    self.signature = signature
    self.scope = scope
    self.position = position
  }

  private static func sum(_ text: String) -> String {
    String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
