package import FileProviderStore

extension SourceSubject {
  /// The question for it.
  package func frame(_ number: UInt64) -> Frame {
    var writer = PayloadWriter()
    writer.add(item.rawValue)
    if case .range(_, let bytes) = self {
      writer.add(bytes.lowerBound)
      writer.add(bytes.upperBound)
    }
    return switch self {
    case .listing: Frame(.list, number, writer.bytes)
    case .contents: Frame(.bring, number, writer.bytes)
    case .range: Frame(.bringRange, number, writer.bytes)
    }
  }

  /// What a question is for; `nil` for a question of another kind.
  ///
  /// - Throws: When it is too short.
  package init?(_ frame: Frame) throws(ProtocolError) {
    guard frame.kind == .list || frame.kind == .bring || frame.kind == .bringRange else { return nil }
    var reader = PayloadReader(frame.payload)
    let item = ItemID(rawValue: try reader.number())
    guard frame.kind == .bringRange else {
      self = frame.kind == .list ? .listing(item) : .contents(item)
      return
    }
    let (start, end) = (try reader.number(Int64.self), try reader.number(Int64.self))
    guard 0 <= start, start < end else { throw ProtocolError("a range that is none") }
    self = .range(item, start..<end)
  }
}
