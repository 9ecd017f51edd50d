/// One entry of a multistatus answer (RFC 4918, section 14.24).
struct StatusEntry: Hashable, Sendable {
  /// A property: its text, and what is in it.
  struct Property: Hashable, Sendable {
    var text = ""
    /// The names of its elements.
    var elements: Set<XMLName> = []
    /// The addresses in it, one by one (`href`).
    var references: [String] = []
    /// The attributes `version` of its elements.
    var versions: Set<String> = []
  }

  var references: [String] = []
  /// The status of the entry itself; `nil` where only its properties have one.
  var status: Int?
  /// The properties that the server has.
  var properties: [XMLName: Property] = [:]
  /// The properties that failed for another reason than that they do not exist.
  var failed: Set<XMLName> = []
}

extension StatusEntry {
  /// Whether it is enough to know that the item exists, and its type.
  var isReported: Bool {
    (200..<300).contains(status ?? 200) && failed.isDisjoint(with: Self.needed)
  }

  private static let needed: Set<XMLName> = [.dav("resourcetype"), .dav("getcontentlength"), .dav("getetag")]
}

/// Reads a multistatus answer, and gives each entry away once it is whole.
///
/// That an item is *not* in an answer means something only after `isWhole`: an answer may end early.
final class MultiStatus: XMLReader {
  /// Whether the end of the multistatus itself has been read.
  private(set) var isWhole = false
  /// The token of a collection's state (RFC 6578), if there is one.
  private(set) var token: String?

  private let receive: (StatusEntry) throws(XMLProblem) -> Void
  private var path: [XMLName] = []
  private var entry = StatusEntry()
  private var found: [XMLName: StatusEntry.Property] = [:]
  private var property: StatusEntry.Property?
  private var foundStatus: Int?
  private var buffer: [UInt8] = []
  /// Where the text of an address in a property begins.
  private var referenceStart = 0
  private let longestText: Int

  /// The most properties and references of an entry.
  private static let mostProperties = 256

  /// - Parameter longestText: The longest text of an element, in bytes.
  init(longestText: Int = 1 << 16, _ receive: @escaping (StatusEntry) throws(XMLProblem) -> Void) {
    self.longestText = longestText
    self.receive = receive
  }

  private static let multistatus = XMLName.dav("multistatus")
  private static let response = XMLName.dav("response")
  private static let propstat = XMLName.dav("propstat")
  private static let prop = XMLName.dav("prop")

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem) {
    if path.isEmpty, name != Self.multistatus { throw .unexpected }
    path.append(name)
    switch path.count {
    case 2 where name == Self.response: entry = StatusEntry()
    case 3 where name == Self.propstat: (found, foundStatus) = ([:], nil)
    case 5 where isInProperties: property = StatusEntry.Property()
    case 6... where property != nil:
      guard property?.elements.count ?? 0 < Self.mostProperties else { throw .tooLong }
      property?.elements.insert(name)
      if let version = attributes["version"] {
        guard property?.versions.count ?? 0 < Self.mostProperties else { throw .tooLong }
        property?.versions.insert(version)
      }
      referenceStart = buffer.count
    default: break
    }
    // A property's text is all that is in it; of other elements, only what is in themselves.
    if path.count <= 5 { buffer = [] }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem) {
    guard path.count > 1 else { return }
    guard buffer.count + bytes.count <= longestText else { throw .tooLong }
    buffer += bytes
  }

  func end(_ name: XMLName) throws(XMLProblem) {
    switch path.count {
    case 1: isWhole = true
    case 2: try endPart(name)
    case 3 where path[1] == Self.response: try endPartOfEntry(name)
    case 4 where path[2] == Self.propstat && name == .dav("status"): foundStatus = try status()
    case 5 where isInProperties: try endProperty(name)
    case 6 where property != nil && name == .dav("href"): try endReference()
    default: break
    }
    path.removeLast()
    if path.count < 5 { buffer = [] }
  }

  private var isInProperties: Bool { path[1] == Self.response && path[2] == Self.propstat && path[3] == Self.prop }

  private func endPart(_ name: XMLName) throws(XMLProblem) {
    if name == Self.response { try receive(entry) }
    if name == .dav("sync-token") { token = trimmed() }
  }

  private func endPartOfEntry(_ name: XMLName) throws(XMLProblem) {
    switch name {
    case .dav("href"):
      guard entry.references.count < Self.mostProperties else { throw .tooLong }
      entry.references.append(trimmed())
    case .dav("status"): entry.status = try status()
    case Self.propstat:
      // A server that leaves the status out means that all is well.
      switch foundStatus ?? 200 {
      case 200..<300: entry.properties.merge(found) { $1 }
      case 404, 410: break
      default: entry.failed.formUnion(found.keys)
      }
    default: break
    }
  }

  private func endProperty(_ name: XMLName) throws(XMLProblem) {
    guard found.count < Self.mostProperties else { throw .tooLong }
    var property = property ?? StatusEntry.Property()
    property.text = trimmed()
    found[name] = property
    self.property = nil
  }

  private func endReference() throws(XMLProblem) {
    guard property?.references.count ?? 0 < Self.mostProperties else { throw .tooLong }
    property?.references.append(trimmed(buffer[referenceStart...]))
  }

  /// The number in `HTTP/1.1 404 Not Found`.
  private func status() throws(XMLProblem) -> Int {
    let words = trimmed().split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let number = Int(words[1]), (100..<1000).contains(number) else { throw .malformed }
    return number
  }

  private func trimmed() -> String { trimmed(buffer[...]) }

  private func trimmed(_ buffer: ArraySlice<UInt8>) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let bytes = buffer.drop(while: isSpace)
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
