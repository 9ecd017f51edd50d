/// A document's contents through time, and which of them a cut may leave.
final class CutDocument {
  /// What the contents were from an operation on.
  struct State {
    let operation: Int
    let bytes: [UInt8]
  }

  /// The document took the place of another one, by `rename`.
  private struct Replacement {
    let operation: Int
    let replaced: CutDocument
    /// The contents at that moment, as a position in `states`: of those the disk has all or nothing.
    let position: Int
    /// Whether these contents were synchronized before, and perhaps changed in place since: they are there with the name, then.
    let wasSynchronized: Bool
    /// Whether the other one was empty: what takes its place is like a new document.
    let isOfNothing: Bool
  }

  let name: String
  /// Of the inode, once known.
  var number: UInt64?
  private var states: [State]
  /// Where in `states` contents begin that have nothing from before: truncated to nothing.
  private var beginnings: [Int] = [0]
  /// The position of what was synchronized last: that or something later is there.
  private var synchronized = 0
  private var isSynchronized = false
  /// Whether contents were synchronized that these are made from.
  private var hasSynchronizedBase = false
  private var replacements: [Replacement] = []
  /// Whether sectors that were not synchronized may be zero: ext4 delays no allocation when little room is left, and its size comes before the data.
  private let mayBeZero: Bool
  /// Whether it is known what the contents are.
  private var isKnown = true

  init(name: String, operation: Int, bytes: [UInt8] = [], mayBeZero: Bool = false) {
    self.mayBeZero = mayBeZero
    self.name = name
    states = [State(operation: operation, bytes: [])]
    if !bytes.isEmpty { states.append(State(operation: operation, bytes: bytes)) }
  }

  var current: [UInt8] { states[states.count - 1].bytes }

  func change(to bytes: [UInt8], operation: Int) {
    if bytes.isEmpty {
      beginnings.append(states.count)
      hasSynchronizedBase = false
    }
    states.append(State(operation: operation, bytes: bytes))
    isSynchronized = false
  }

  /// A change that was refused did not happen.
  func takeBackChange() {
    states.removeLast()
    if beginnings.last == states.count { beginnings.removeLast() }
  }

  /// After a failed write any of its bytes may be there.
  func forget() { isKnown = false }

  func synchronize() {
    synchronized = states.count - 1
    isSynchronized = true
    hasSynchronizedBase = true
    replacements.removeAll()
  }

  func replace(_ replaced: CutDocument, operation: Int) {
    replacements.append(
      Replacement(
        operation: operation, replaced: replaced, position: states.count - 1, wasSynchronized: hasSynchronizedBase,
        isOfNothing: replaced.current.isEmpty))
  }

  /// Whether a cut may have left contents.
  ///
  /// ext4 is the measure: of what was written since the last synchronization each sector is there or not; what came to a name by `rename` is whole,
  /// or what was there before is.
  ///
  /// - Parameters:
  ///   - last: The last operation that the tree has.
  ///   - certain: The last operation that it must have.
  ///   - doubtful: The first operation of which ext4 may have anything.
  func problem(in found: [UInt8], last: Int, certain: Int, doubtful: Int = .max) -> String? {
    if !isKnown || replacements.contains(where: { doubtful...max(doubtful, last) ~= $0.operation }) { return nil }
    let replacements = replacements.filter { $0.operation <= last }
    let first = replacements.filter { !$0.wasSynchronized && !$0.isOfNothing }.map(\.position)
      .reduce(synchronized, max)
    let zeros = mayBeZero && !isSynchronized && replacements.isEmpty
    if runs(from: first).contains(where: { Self.isMixture(found, of: $0, orZeros: zeros) }) { return nil }
    for replacement in replacements where !(replacement.wasSynchronized && replacement.operation <= certain) {
      if replacement.replaced.problem(in: found, last: last, certain: certain, doubtful: doubtful) == nil { return nil }
    }
    let sizes = runs(from: first).map { $0.map { String($0.bytes.count) }.joined(separator: ",") }
    return "has \(found.count) bytes that it never had as a whole (sizes since it was synchronized: "
      + "\(sizes.joined(separator: " then "))\(replacements.isEmpty ? "" : ", or what it replaced"))"
      + (isSynchronized ? ", and it was synchronized" : "") + strange(found)
  }

  /// Which part of contents comes from nowhere, or from too long ago.
  private func strange(_ found: [UInt8]) -> String {
    var stretches: [(start: Int, source: String)] = []
    for start in stride(from: 0, to: found.count, by: Self.sectorSize) {
      let sector = found[start..<min(start + Self.sectorSize, found.count)]
      let version = states.lastIndex { Self.isSector(sector, of: $0.bytes, at: start) }
      let source = version.map { "version \($0)" } ?? (sector.allSatisfy { $0 == 0 } ? "zeros" : "unknown")
      if stretches.last?.source != source { stretches.append((start, source)) }
    }
    return "; of \(states.count) versions: "
      + stretches.prefix(20).map { "\($0.source) from \($0.start)" }.joined(separator: ", ")
  }

  /// Contents that may be mixed with each other, from a position on.
  private func runs(from first: Int) -> [ArraySlice<State>] {
    let starts = [first] + beginnings.filter { $0 > first }
    return zip(starts, starts.dropFirst() + [states.count]).map { states[$0..<$1] }
  }

  private static let sectorSize = 512

  private static func isMixture(_ found: [UInt8], of states: ArraySlice<State>, orZeros: Bool) -> Bool {
    let sizes = states.map(\.bytes.count)
    guard let least = sizes.min(), let most = sizes.max(), least...most ~= found.count else { return false }
    return stride(from: 0, to: found.count, by: sectorSize).allSatisfy { start in
      let sector = found[start..<min(start + sectorSize, found.count)]
      return states.contains { isSector(sector, of: $0.bytes, at: start) } || orZeros && sector.allSatisfy { $0 == 0 }
    }
  }

  /// Beyond the end of a version there are zeros.
  private static func isSector(_ sector: ArraySlice<UInt8>, of bytes: [UInt8], at start: Int) -> Bool {
    let end = min(start + sector.count, bytes.count)
    guard end > start else { return sector.allSatisfy { $0 == 0 } }
    return bytes[start..<end].elementsEqual(sector.prefix(end - start))
      && sector.dropFirst(end - start).allSatisfy { $0 == 0 }
  }
}
