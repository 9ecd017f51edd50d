/// In what an error tells: several errors that led to it.
public let NSMultipleUnderlyingErrorsKey = "NSMultipleUnderlyingErrorsKey"

extension NSError {
  /// What led to it: the errors of `NSMultipleUnderlyingErrorsKey`, and that of `NSUnderlyingErrorKey`.
  public var underlyingErrors: [any Error] {
    let several = userInfo[NSMultipleUnderlyingErrorsKey] as? [any Error] ?? []
    return several + [userInfo[NSUnderlyingErrorKey] as? any Error].compactMap { $0 }
  }
}

extension NSString {
  /// The path with a tilde in the place of the person's home directory.
  public var abbreviatingWithTildeInPath: String {
    let (path, home) = (self as String, NSHomeDirectory())
    guard home != "/", path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
