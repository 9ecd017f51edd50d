/// What a question was answered with.
package enum Answer: Hashable, Sendable {
  case done([UInt8])
  case failed(SentError)
  case notUnderstood

  /// - Throws: When the frame is no answer, or not a whole one.
  package init(_ frame: Frame) throws(ProtocolError) {
    switch frame.kind {
    case .done: self = .done(frame.payload)
    case .notUnderstood: self = .notUnderstood
    case .failed:
      var reader = PayloadReader(frame.payload)
      self = .failed(try SentError(&reader))
    default: throw ProtocolError("a message of kind \(frame.kind.rawValue), which is not an answer")
    }
  }
}
