/// A place for the result of a handler that is called before the call returns.
final class Box<Value>: @unchecked Sendable {
  // Sendable because the tests only use it with calls that finish on the calling thread.
  var value: Value?
}
