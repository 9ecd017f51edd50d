import CExpat

/// The callbacks while a document is parsed.
protocol XMLReader: AnyObject {
  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem)
  func text(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem)
  func end(_ name: XMLName) throws(XMLProblem)
}

/// Why a document is not read to its end.
enum XMLProblem: Error, Hashable {
  /// It is not well-formed, or ends too early.
  case malformed
  /// It has a document type, and with it may have entities: no server needs one.
  case documentType
  case tooDeep
  case tooLong
  /// It is another kind of document.
  case unexpected
}

extension XMLProblem {
  var text: String {
    switch self {
    case .malformed: "incomplete or malformed XML"
    case .documentType: "XML with a document type declaration"
    case .tooDeep, .tooLong: "too large"
    case .unexpected: "not a WebDAV response"
    }
  }
}

/// Parses a document incrementally, as it arrives from the server. Memory does not grow with the document.
final class XMLStream {
  struct Limits {
    var depth = 64
    /// The most bytes in all: a listing of about 300 000 items.
    var length = 1 << 28
  }

  private let parser: XML_Parser
  private let reader: any XMLReader
  private let limits: Limits
  private var depth = 0
  private var length = 0
  private var problem: XMLProblem?

  /// - Returns: `nil` when there is no memory.
  init?(_ reader: any XMLReader, limits: Limits = Limits()) {
    // U+0001 cannot be in a document, so it can part a namespace from a name.
    guard let parser = XML_ParserCreateNS(nil, 1) else { return nil }
    self.parser = parser
    self.reader = reader
    self.limits = limits
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLStream.of($0)?.begin($1, XMLAttributes(list: $2)) }, { XMLStream.of($0)?.end($1) })
    XML_SetCharacterDataHandler(
      parser,
      { context, text, count in
        XMLStream.of(context)?.text(UnsafeRawBufferPointer(start: text, count: max(0, Int(count))))
      })
    XML_SetStartDoctypeDeclHandler(parser, { context, _, _, _, _ in XMLStream.of(context)?.fail(.documentType) })
  }

  deinit { XML_ParserFree(parser) }

  /// Reads the next piece.
  func read(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem) { try parse(bytes, isLast: false) }

  /// Ends the document.
  ///
  /// - Throws: `malformed` when its end has not come.
  func finish() throws(XMLProblem) { try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) }

  private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(XMLProblem) {
    if let problem { throw problem }
    guard bytes.count <= limits.length - length else { throw failed(.tooLong) }
    length += bytes.count
    var rest = bytes[...]
    repeat {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      rest = rest.dropFirst(piece.count)
      let status = XML_Parse(
        parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count),
        isLast && rest.isEmpty ? 1 : 0)
      if let problem { throw problem }
      guard status == XML_STATUS_OK else { throw failed(.malformed) }
    } while !rest.isEmpty
  }

  private func failed(_ problem: XMLProblem) -> XMLProblem {
    self.problem = problem
    return problem
  }

  // MARK: What Expat calls

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
    context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func fail(_ problem: XMLProblem) {
    if self.problem == nil { self.problem = problem }
    XML_StopParser(parser, 0)
  }

  private func call(_ body: () throws(XMLProblem) -> Void) {
    // Expat may go on with what it has already read.
    guard problem == nil else { return }
    do throws(XMLProblem) { try body() } catch { fail(error) }
  }

  private func begin(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
    depth += 1
    guard depth <= limits.depth else { return fail(.tooDeep) }
    call { () throws(XMLProblem) in try reader.begin(Self.name(name), attributes) }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    depth -= 1
    call { () throws(XMLProblem) in try reader.end(Self.name(name)) }
  }

  private func text(_ bytes: UnsafeRawBufferPointer) { call { () throws(XMLProblem) in try reader.text(bytes) } }

  private static func name(_ text: UnsafePointer<CChar>?) -> XMLName {
    guard let text else { return XMLName("", "") }
    let parts = String(cString: text).split(separator: "\u{1}", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? XMLName(String(parts[0]), String(parts[1])) : XMLName("", String(parts[0]))
  }
}
