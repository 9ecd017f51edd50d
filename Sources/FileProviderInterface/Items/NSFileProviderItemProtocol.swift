/// What the system knows of one item: a document, a folder or a symbolic link.
///
/// Identifier, parent and name are required. Everything else is optional in Apple's sense: a conforming class declares
/// what it has, with the plain type (`var contentType: UTType`), and leaves out the rest; a reader who holds an
/// ``NSFileProviderItem`` gets one more level of optional (`UTType?`, and `NSNumber??` for `documentSize`), where `nil`
/// says that the class does not declare the property.
///
/// Swift has no optional requirements outside Objective-C. They are reproduced in two layers: the requirements, with
/// defaults, are in the base protocol and are disfavoured in overload resolution; the properties that readers find are
/// extensions of this protocol with the wider type, grouped in the files `NSFileProviderItemProtocol+….swift`.
/// A class sees its own declarations first, so both views compile side by side.
///
/// One difference remains: the property must be declared by the class that states the conformance, or above it. A
/// subclass that adds one is not asked.
///
/// Apple: File Provider / `NSFileProviderItemProtocol`.
public protocol NSFileProviderItemProtocol: _NSFileProviderItemBase {
  /// The item's name towards the system; see ``NSFileProviderItemIdentifier``.
  var itemIdentifier: NSFileProviderItemIdentifier { get }

  /// The folder that holds the item, or `.trashContainer`. Ignored for the root.
  var parentItemIdentifier: NSFileProviderItemIdentifier { get }

  /// The name within the parent, never empty; at the root it is shown to the user.
  var filename: String { get }
}

/// Any item. Apple's name for the protocol where it is used as a type.
public typealias NSFileProviderItem = NSFileProviderItemProtocol
