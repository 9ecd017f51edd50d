import Glibc

/// What a system call came back with.
enum Outcome: Equatable, CustomStringConvertible {
  case value(Int)
  case error(Int32)

  /// Makes a call and takes the error number at once.
  init(_ call: () -> Int) {
    let result = call()
    let number = errno
    self = result < 0 ? .error(number) : .value(result)
  }

  init(_ call: () -> Int32) { self.init { Int(call()) } }

  var isError: Bool {
    if case .error = self { true } else { false }
  }

  var description: String {
    switch self {
    case .value(let value): String(value)
    case .error(let number): "\(number) (\(String(cString: strerror(number))))"
    }
  }
}
