import Glibc

/// Something could not be measured, and why.
struct Failure: Error, CustomStringConvertible {
  let description: String
  /// The errno behind it, if there is one.
  let code: Int32

  init(_ description: String, code: Int32 = 0) {
    self.description = description
    self.code = code
  }

  static func text(of code: Int32) -> String { String(cString: strerror(code)) }

  /// For calls of the C library, which answer -1 and set errno.
  @discardableResult
  static func check(_ result: Int32, _ what: @autoclosure () -> String) throws(Failure) -> Int32 {
    if result >= 0 { return result }
    let code = errno
    throw Failure("\(what()): \(text(of: code))", code: code)
  }

  /// For our probes, which answer a negative errno.
  static func checkProbe(_ result: Int32, _ what: @autoclosure () -> String) throws(Failure) {
    if result < 0 { throw Failure("\(what()): \(text(of: -result))", code: -result) }
  }
}
