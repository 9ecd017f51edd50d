package import FileProviderInterface

/// A manager's call as it goes over a connection: its number, then its parts. A call that would be too long for a message cannot be sent.
extension NSFileProviderManager.Call {
  private static let longestText = 8192
  /// So many items fit into one message.
  private static let mostItems = 7

  /// The bytes; `nil` where it is too long.
  package var payload: [UInt8]? {
    var writer = PayloadWriter()
    guard texts.allSatisfy({ $0.utf8.count <= Self.longestText }), texts.count <= Self.mostItems + 1 else { return nil }
    writer.add(number)
    writer.add(UInt32(texts.count))
    for text in texts { writer.add(text, atMost: Self.longestText) }
    for number in numbers { writer.add(number) }
    return writer.bytes
  }

  private var number: UInt16 {
    switch self {
    case .signal: 1
    case .errorResolved: 2
    case .evict: 3
    case .download: 4
    case .modify: 5
    case .reimport: 6
    case .waitForChanges: 7
    case .waitForStabilization: 8
    case .disconnect: 9
    case .reconnect: 10
    case .finishImport: 11
    case .action: 12
    }
  }

  private var texts: [String] {
    switch self {
    case .signal(let item), .evict(let item), .download(let item, _), .modify(_, let item, _), .reimport(let item),
      .waitForChanges(let item):
      [item.rawValue]
    case .errorResolved(let domain, _): [domain]
    case .disconnect(let reason, _): [reason]
    case .action(let action, let items): [action.rawValue] + items.map(\.rawValue)
    case .waitForStabilization, .reconnect, .finishImport: []
    }
  }

  private var numbers: [Int64] {
    switch self {
    case .errorResolved(_, let code): [Int64(code)]
    case .download(_, let range): range.map { [Int64($0.location), Int64($0.length)] } ?? [-1, -1]
    case .modify(let fields, _, let options):
      [Int64(truncatingIfNeeded: fields.rawValue), Int64(truncatingIfNeeded: options.rawValue)]
    case .disconnect(_, let isTemporary): [isTemporary ? 1 : 0]
    default: []
    }
  }

  /// - Returns: `nil` for a call that this side does not know.
  /// - Throws: When it is not whole.
  package init?(payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    let number = try reader.number(UInt16.self)
    let count = try reader.number(UInt32.self)
    guard count <= Self.mostItems + 1 else { throw ProtocolError("a call with \(count) strings") }
    var texts: [String] = []
    for _ in 0..<count { texts.append(try reader.text(atMost: Self.longestText)) }
    guard let call = try Self.read(number, texts, &reader) else { return nil }
    self = call
  }

  private static func read(
    _ number: UInt16, _ texts: [String], _ reader: inout PayloadReader
  ) throws(ProtocolError) -> Self? {
    switch number {
    case 8: return .waitForStabilization
    case 10: return .reconnect
    case 11: return .finishImport
    default: break
    }
    guard let text = texts.first else { throw ProtocolError("a call without a string") }
    let item = NSFileProviderItemIdentifier(text)
    switch number {
    case 1: return .signal(item)
    case 2: return .errorResolved(domain: text, code: Int(try reader.number(Int64.self)))
    case 3: return .evict(item)
    case 4:
      let (location, length) = (Int(try reader.number(Int64.self)), Int(try reader.number(Int64.self)))
      return .download(item, location < 0 || length < 0 ? nil : NSRange(location: location, length: length))
    case 5:
      let fields = NSFileProviderItemFields(rawValue: UInt(bitPattern: Int(try reader.number(Int64.self))))
      let options = NSFileProviderModifyItemOptions(rawValue: UInt(bitPattern: Int(try reader.number(Int64.self))))
      return .modify(fields, item, options)
    case 6: return .reimport(item)
    case 7: return .waitForChanges(item)
    case 9: return .disconnect(reason: text, isTemporary: try reader.number(Int64.self) != 0)
    case 12:
      return .action(
        NSFileProviderExtensionActionIdentifier(text), texts.dropFirst().map { NSFileProviderItemIdentifier($0) })
    default: return nil
    }
  }
}
