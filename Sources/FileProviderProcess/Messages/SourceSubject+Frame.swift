package import FileProviderStore

extension SourceSubject {
  /// The question for it.
  package func frame(_ number: UInt64) -> Frame {
    var writer = PayloadWriter()
    writer.add(item.rawValue)
    return switch self {
    case .listing: Frame(.list, number, writer.bytes)
    case .contents: Frame(.bring, number, writer.bytes)
    }
  }

  /// What a question is for; `nil` for a question of another kind.
  ///
  /// - Throws: When it is too short.
  package init?(_ frame: Frame) throws(ProtocolError) {
    guard frame.kind == .list || frame.kind == .bring else { return nil }
    var reader = PayloadReader(frame.payload)
    let item = ItemID(rawValue: try reader.number())
    self = frame.kind == .list ? .listing(item) : .contents(item)
  }
}
