/// Four characters packed into 32 bits, first character in the highest byte.
public typealias OSType = UInt32

/// The classic type and creator codes of a document. They are synchronized together, as one field.
///
/// Apple: File Provider / `NSFileProviderTypeAndCreator`.
public struct NSFileProviderTypeAndCreator: Sendable, BitwiseCopyable {
  /// The kind of the document; 0 if none was set.
  public var type: OSType
  /// The program it belongs to; 0 if none was set.
  public var creator: OSType

  /// Both codes 0: none set.
  public init() {
    self.init(type: 0, creator: 0)
  }

  /// Makes a pair of codes.
  public init(type: OSType, creator: OSType) {
    self.type = type
    self.creator = creator
  }
}
