/// Records what the statements of the writing connection change, so that the changes can be made again.
///
/// A record is the number of a statement and the values of its parameters. The statements depend on nothing else: run again in the same order
/// on the same rows, they make the same changes.
final class ChangeRecorder {
  /// The records since `clear`.
  private(set) var bytes: [UInt8] = []
  /// Whether statements record. They check it for each value that is bound, so it is set only while a group is open.
  var isRecording = false

  enum Tag {
    static let null: UInt8 = 3
    static let integer: UInt8 = 4
    static let string: UInt8 = 5
    static let blob: UInt8 = 6
  }

  /// Begins a group.
  func clear() { bytes.removeAll(keepingCapacity: true) }

  func note(_ change: ChangeStatement, _ parameters: [UInt8]) {
    Self.append(change.rawValue, to: &bytes)
    Self.append(UInt32(parameters.count), to: &bytes)
    bytes.append(contentsOf: parameters)
  }

  @inline(__always) static func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }
}

/// The values that were bound to a statement's parameters since its last run.
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
