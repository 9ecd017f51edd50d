// Code that tells of its changes by hand. Nobody can observe any object on Linux but a progress and the defaults, so there is nobody to tell.
extension NSObject {
  /// A property is about to change. Without effect.
  public func willChangeValue(forKey key: String) {}
  /// A property has changed. Without effect.
  public func didChangeValue(forKey key: String) {}
}
