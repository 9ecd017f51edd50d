// With Objective-C every object is an argument of NSLog, os_log and String(format:). Foundation on Linux can format strings alone, so the
// others give their descriptions.
extension NSObject: @retroactive CVarArg {}
extension NSObject: @retroactive _CVarArgObject {
  /// What is formatted in its place.
  public var _cVarArgObject: any CVarArg { NSString(string: description) }
  /// The address of the string, which is what is asked.
  public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}
