package import FileProviderStore

extension SourceSubject {
  /// The question for it: what it is about, and then who asks, which a process of an older program does not read.
  package func frame(_ number: UInt64, for asker: SourceAsker = .unknown) -> Frame {
    var writer = PayloadWriter()
    writer.add(item.rawValue)
    if case .range(_, let bytes) = self {
      writer.add(bytes.lowerBound)
      writer.add(bytes.upperBound)
    }
    asker.executable.map { writer.add($0, atMost: SourceAsker.longestPath) }
    return switch self {
    case .listing: Frame(.list, number, writer.bytes)
    case .contents: Frame(.download, number, writer.bytes)
    case .range: Frame(.downloadRange, number, writer.bytes)
    }
  }

  /// What a question is for; `nil` for a question of another kind.
  ///
  /// - Throws: When it is too short.
  package init?(_ frame: Frame) throws(ProtocolError) {
    var reader = PayloadReader(frame.payload)
    guard let subject = try Self(frame.kind, &reader) else { return nil }
    self = subject
  }

  fileprivate init?(_ kind: Frame.Kind, _ reader: inout PayloadReader) throws(ProtocolError) {
    guard kind == .list || kind == .download || kind == .downloadRange else { return nil }
    let item = ItemID(rawValue: try reader.number())
    guard kind == .downloadRange else {
      self = kind == .list ? .listing(item) : .contents(item)
      return
    }
    let (start, end) = (try reader.number(Int64.self), try reader.number(Int64.self))
    guard 0 <= start, start < end else { throw ProtocolError("an invalid range") }
    self = .range(item, start..<end)
  }
}

extension SourceAsker {
  /// The longest path that is sent, in bytes: `PATH_MAX`.
  fileprivate static let longestPath = 4096

  /// The asker of a question; unknown if the frame does not contain it.
  ///
  /// - Throws: When the frame cannot be parsed.
  package init(_ frame: Frame) throws(ProtocolError) {
    var reader = PayloadReader(frame.payload)
    guard try SourceSubject(frame.kind, &reader) != nil, !reader.rest.isEmpty else {
      self = .unknown
      return
    }
    let path = try reader.text(atMost: Self.longestPath)
    self.init(executable: path.isEmpty ? nil : path)
  }
}
