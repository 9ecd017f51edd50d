// What Swift makes an object of on macOS where it is an argument of a format: `date as CVarArg`. Foundation on Linux does so with texts
// alone.
extension Date: @retroactive CVarArg {}
extension Date: @retroactive _CVarArgObject {
  /// What is formatted in its place.
  public var _cVarArgObject: any CVarArg { NSString(string: description) }
  /// Never asked: the object in its place is.
  public var _cVarArgEncoding: [Int] { preconditionFailure("an object is formatted in its place") }
}
extension UUID: @retroactive CVarArg {}
extension UUID: @retroactive _CVarArgObject {
  /// What is formatted in its place.
  public var _cVarArgObject: any CVarArg { NSString(string: uuidString) }
  /// Never asked: the object in its place is.
  public var _cVarArgEncoding: [Int] { preconditionFailure("an object is formatted in its place") }
}
extension URL: @retroactive CVarArg {}
extension URL: @retroactive _CVarArgObject {
  /// What is formatted in its place.
  public var _cVarArgObject: any CVarArg { NSString(string: absoluteString) }
  /// Never asked: the object in its place is.
  public var _cVarArgEncoding: [Int] { preconditionFailure("an object is formatted in its place") }
}
