import FileProviderFileSystem
import FileProviderStore

/// How a replay is sent to the helper process: a length, numbers, and spelled names, each with its length.
///
/// The answer to each is four bytes: 0, or the number of the error.
enum ReplayMessage {
  /// Makes the helper known by looking up a name in the root.
  case greeting(String)
  case replay(Replay)
  /// Closes the descriptors of the mount, since nothing follows at the moment.
  case rest

  private static let greetingKind: UInt8 = 0
  private static let restKind: UInt8 = 255

  // MARK: Out

  func append(to bytes: inout [UInt8]) {
    let start = bytes.count
    Self.append(UInt32(0), to: &bytes)
    switch self {
    case .greeting(let name):
      bytes.append(Self.greetingKind)
      Self.append(name, to: &bytes)
    case .replay(let replay): Self.append(replay, to: &bytes)
    case .rest: bytes.append(Self.restKind)
    }
    let length = UInt32(bytes.count - start - 4)
    withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
  }

  private static func append(_ replay: Replay, to bytes: inout [UInt8]) {
    bytes.append(replay.action.rawValue)
    bytes.append(replay.kind.rawValue)
    append(replay.item.rawValue, to: &bytes)
    append(replay.place, to: &bytes)
    if let source = replay.source { append(source, to: &bytes) }
  }

  private static func append(_ place: Replay.Place, to bytes: inout [UInt8]) {
    append(place.folder.rawValue, to: &bytes)
    append(place.path, to: &bytes)
    append(place.name.spelling, to: &bytes)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt32(text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }
}

extension ReplayMessage {
  /// Reads a message without its length.
  init?(_ message: ArraySlice<UInt8>) {
    var bytes = message
    guard let first = bytes.popFirst() else { return nil }
    switch first {
    case Self.greetingKind:
      guard let name = Self.text(&bytes) else { return nil }
      self = .greeting(name)
    case Self.restKind: self = .rest
    default:
      guard let replay = Self.replay(first, &bytes) else { return nil }
      self = .replay(replay)
    }
  }

  private static func replay(_ first: UInt8, _ bytes: inout ArraySlice<UInt8>) -> Replay? {
    guard let action = Replay.Action(rawValue: first), let kind = bytes.popFirst().flatMap({ ItemKind(rawValue: $0) }),
      let item = number(UInt64.self, &bytes), let place = place(&bytes)
    else { return nil }
    let source = Self.place(&bytes)
    if action == .move && source == nil { return nil }
    return Replay(action, InodeNumber(rawValue: item), kind, at: place, from: source)
  }

  private static func place(_ bytes: inout ArraySlice<UInt8>) -> Replay.Place? {
    guard let folder = number(UInt64.self, &bytes), let path = text(&bytes), let name = text(&bytes) else { return nil }
    return Replay.Place(folder: InodeNumber(rawValue: folder), path: path, name: FileName(unchecked: name))
  }

  private static func text(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard let length = number(UInt32.self, &bytes), bytes.count >= Int(length) else { return nil }
    defer { bytes = bytes.dropFirst(Int(length)) }
    return String(validating: bytes.prefix(Int(length)), as: UTF8.self)
  }

  fileprivate static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ bytes: inout ArraySlice<UInt8>
  ) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.count >= size else { return nil }
    defer { bytes = bytes.dropFirst(size) }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
  }
}

/// Takes messages apart.
struct ReplayMessageReader {
  private var bytes: ArraySlice<UInt8>

  /// - Parameter bytes: The bytes received so far, from the start of a message.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// What is not taken yet.
  var rest: ArraySlice<UInt8> { bytes }

  /// The next message, if it has arrived in full; the inner `nil` is one that makes no sense.
  mutating func next() -> ReplayMessage?? {
    var whole = bytes
    guard let length = ReplayMessage.number(UInt32.self, &whole), whole.count >= Int(length) else { return nil }
    bytes = whole.dropFirst(Int(length))
    return .some(ReplayMessage(whole.prefix(Int(length))))
  }
}
