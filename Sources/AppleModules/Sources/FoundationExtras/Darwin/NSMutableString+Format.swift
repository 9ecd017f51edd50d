extension NSMutableString {
  /// Appends a text with values in it, after the rules of printf(3) and `%@`.
  public func appendFormat(_ format: NSString, _ args: any CVarArg...) {
    append(String(format: String(describing: format), arguments: args))
  }
}
