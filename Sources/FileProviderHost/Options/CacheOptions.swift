import ArgumentParser
import FileProviderFUSE
import FileProviderStore

/// The option that bounds the contents that a domain keeps and its provider has, too.
struct CacheOptions: ParsableArguments {
  @Option(
    name: .customLong("cache-size"),
    help: ArgumentHelp(
      "Limit the content cache of a provider's domain: 500M, 20G, or “none” for no limit. Default: none.",
      valueName: "SIZE"))
  var text: String?

  var isGiven: Bool { text != nil }

  func validate() throws {
    if let text, Self.bound(text) == nil {
      throw ValidationError("--cache-size requires a size such as 500M or 20G, or “none”, not “\(text)”")
    }
  }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    guard let bound = text.flatMap(Self.bound) else { return }
    try EvictionEditor(transaction).setCacheLimit(bound)
  }

  /// The number of bytes; the inner `nil` for no bound, the outer for what is no size.
  static func bound(_ text: String) -> Int64?? {
    if text == "none" { return .some(nil) }
    return ByteCount(text).map { $0.rawValue }
  }
}
