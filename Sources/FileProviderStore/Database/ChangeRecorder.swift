import Glibc

/// Notes what the statements of the writing connection change, so that it can be changed once more.
///
/// A record is the text of a statement, once a group, or a run of one with the values of its parameters. Every statement names all
/// it needs: run again in the same order on the same rows, they change the same.
final class ChangeRecorder {
  /// What was noted since `clear`.
  private(set) var bytes: [UInt8] = []
  /// Whether anything is noted at all. Statements look at it with each value, so it is set only while it must be.
  var isRecording = false
  /// Grows with each group: a statement whose text is of an earlier one has to tell it again.
  private(set) var group: UInt64 = 1
  private var statements: UInt16 = 0

  enum Tag {
    static let text: UInt8 = 1
    static let run: UInt8 = 2
    static let null: UInt8 = 3
    static let integer: UInt8 = 4
    static let string: UInt8 = 5
    static let blob: UInt8 = 6
  }

  /// Begins a group.
  func clear() {
    bytes.removeAll(keepingCapacity: true)
    group += 1
  }

  /// A number for a statement of this connection.
  func nextStatement() -> UInt16 {
    defer { statements += 1 }
    return statements
  }

  func noteText(_ statement: UInt16, _ sql: UnsafePointer<CChar>) {
    let text = UnsafeRawBufferPointer(start: sql, count: strlen(sql))
    bytes.append(Tag.text)
    Self.append(statement, to: &bytes)
    Self.append(UInt32(text.count), to: &bytes)
    bytes.append(contentsOf: text)
  }

  func noteRun(_ statement: UInt16, _ parameters: [UInt8]) {
    bytes.append(Tag.run)
    Self.append(statement, to: &bytes)
    Self.append(UInt32(parameters.count), to: &bytes)
    bytes.append(contentsOf: parameters)
  }

  @inline(__always) static func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }
}

/// The values that a statement's parameters have been given since it ran last.
struct RecordedParameters {
  private(set) var bytes: [UInt8] = []
  private(set) var count: Int32 = 0

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  @inline(__always) mutating func addNull(_ index: Int32) { begin(index, ChangeRecorder.Tag.null) }

  @inline(__always) mutating func add(_ index: Int32, _ value: Int64) {
    begin(index, ChangeRecorder.Tag.integer)
    ChangeRecorder.append(value, to: &bytes)
  }

  mutating func add(_ index: Int32, _ value: UnsafeRawBufferPointer, isText: Bool) {
    begin(index, isText ? ChangeRecorder.Tag.string : ChangeRecorder.Tag.blob)
    ChangeRecorder.append(UInt32(value.count), to: &bytes)
    bytes.append(contentsOf: value)
  }

  @inline(__always) private mutating func begin(_ index: Int32, _ tag: UInt8) {
    bytes.append(tag)
    bytes.append(UInt8(truncatingIfNeeded: index))
    count += 1
  }
}
