/// A message: a kind, the number of its question, and bytes whose meaning depends on the kind.
///
/// On the wire, every number with its lowest byte first: 4 bytes for the length of what follows, 2 for the kind, 8 for the number, then the
/// payload. A payload may be longer than its kind needs: a later version has put more there.
package struct Frame: Hashable, Sendable {
  package var kind: Kind
  package var number: UInt64
  package var payload: [UInt8]

  package init(_ kind: Kind, _ number: UInt64, _ payload: [UInt8] = []) {
    self.kind = kind
    self.number = number
    self.payload = payload
  }

  /// Kinds below 16 answer or greet; all others ask. A question of an unknown kind is answered with `notUnderstood`.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The first of each side: `Hello`.
    package static let hello = Kind(rawValue: 1)
    /// The answer to a question: empty, or as defined by the question's kind.
    package static let done = Kind(rawValue: 2)
    /// The answer to a question: an error (`SentError`).
    package static let failed = Kind(rawValue: 3)
    /// The answer to a question of a kind that this side does not know.
    package static let notUnderstood = Kind(rawValue: 4)

    /// Lists a container: the item's number, 8 bytes.
    package static let list = Kind(rawValue: 16)
    /// Brings the contents of a document: the item's number, 8 bytes.
    package static let download = Kind(rawValue: 17)
    /// Withdraws the question that has this frame's number. It has no answer of its own.
    package static let withdraw = Kind(rawValue: 18)
    /// The provider has something new.
    package static let signal = Kind(rawValue: 19)
    /// Brings the store up to date: one byte, 1 for every folder. Answered with a `SynchronizationOutcome`.
    package static let synchronize = Kind(rawValue: 20)
    /// Asks how the process is: answered with a `ProcessStatus`.
    package static let status = Kind(rawValue: 21)
    /// Ends the process, if it has no other client.
    package static let end = Kind(rawValue: 22)
    /// Fetches the provider's changes and uploads the pending ones now: an `CatchUpQuestion`. Answered with a `SynchronizationOutcome`.
    package static let catchUp = Kind(rawValue: 40)
    /// A program has opened a folder that was listed before: an `OpeningNote`. It has no answer.
    package static let opened = Kind(rawValue: 41)

    /// Brings a part of the contents of a document: the item's number, the first byte, and the one after the last, 8 bytes each.
    package static let downloadRange = Kind(rawValue: 42)

    /// Asks what the provider finds: a `SearchQuestion`. Answered with a `SearchOutcome`.
    package static let search = Kind(rawValue: 50)
    /// Puts the provider's small pictures into a cache: a `ThumbnailQuestion`. Answered with a `ThumbnailOutcome`.
    package static let makeThumbnails = Kind(rawValue: 51)
    /// A thumbnailer was refused documents whose contents are not downloaded: a `ThumbnailQuestion`. It has no answer.
    package static let thumbnailsWanted = Kind(rawValue: 52)

    /// Asks whether an alert of the provider's is left out: an `InteractionQuestion`. Answered with an `InteractionAnswer`.
    package static let interaction = Kind(rawValue: 60)

    /// Reads the domain's settings again, which somebody has changed. Answered when they hold.
    package static let settings = Kind(rawValue: 70)

    /// What a manager asks for (`NSFileProviderManager.Call`).
    package static let manage = Kind(rawValue: 32)

    var isQuestion: Bool { rawValue >= 16 }
  }

  /// The bytes before the payload that are counted in the length.
  static let headerSize = 10
  /// The longest payload. What is larger does not go over the connection: contents are in the store, or go as descriptors.
  package static let longestPayload = 65_536

  /// The frame as it is sent. The payload is not longer than it may be.
  package var bytes: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt32(Self.headerSize + payload.count))
    writer.add(kind.rawValue)
    writer.add(number)
    return writer.bytes + payload
  }
}

/// Assembles frames from incoming bytes.
package struct FrameReader {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func append(_ some: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: some)
  }

  /// Whether a frame has begun that is not complete.
  package var isAmidFrame: Bool { start < bytes.count }

  /// The next complete frame.
  ///
  /// - Throws: When the bytes are not a frame. Nothing after them can be parsed.
  package mutating func next() throws(ProtocolError) -> Frame? {
    var reader = PayloadReader(bytes[start...])
    guard let length = try? reader.number(UInt32.self) else { return nil }
    guard (Frame.headerSize...Frame.headerSize + Frame.longestPayload).contains(Int(length)) else {
      throw ProtocolError("a message of \(length) bytes")
    }
    guard reader.rest.count >= Int(length) else { return nil }
    let kind = Frame.Kind(rawValue: try reader.number())
    let number = try reader.number(UInt64.self)
    let payload = reader.rest.prefix(Int(length) - Frame.headerSize)
    start += 4 + Int(length)
    return Frame(kind, number, Array(payload))
  }
}
