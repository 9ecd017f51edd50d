// Code that tells of its changes by hand. Nobody can observe any object on Linux but a progress and the defaults, so there is nobody to tell.
// An Operation does tell, by methods of its own that come first.
extension NSObject {
  /// A property is about to change. Without effect.
  @_disfavoredOverload public func willChangeValue(forKey key: String) {}
  /// A property has changed. Without effect.
  @_disfavoredOverload public func didChangeValue(forKey key: String) {}
}
