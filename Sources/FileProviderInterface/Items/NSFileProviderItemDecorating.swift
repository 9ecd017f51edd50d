/// An item that carries decorations, such as a badge.
///
/// Apple: File Provider / `NSFileProviderItemDecorating`.
public protocol NSFileProviderItemDecorating: NSFileProviderItemProtocol {
  /// The decorations, the most important first; `nil` for none.
  var decorations: [NSFileProviderItemDecorationIdentifier]? { get }
}
