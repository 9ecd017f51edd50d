import FileProviderStore
import Synchronization

/// What was read of the store lately. All of it is valid as long as nothing is committed, and forgotten after that.
///
/// Each thing is remembered with the stamp from before it was read (`FileSystem.committedStamp`), and found only with the same stamp: whatever was
/// committed since, by any process, makes it another one. So nothing has to be removed from here, and nothing here can be stale. Without a stamp
/// nothing is remembered or found.
///
/// The size is fixed: a key has its place in one of several sets, and the oldest thing in a full set gives way. The room is taken with the first
/// thing that is remembered.
final class StampedMemory<Key: StampedMemoryKey, Value: Sendable>: Sendable {
  private struct Slot {
    var key: Key
    var stamp: Generation
    var value: Value
  }

  private let setCount: Int
  private let setSize: Int
  private let slots = Mutex([Slot?]())

  /// - Parameters:
  ///   - setCount: A power of two.
  ///   - setSize: How many things a set has.
  init(setCount: Int, setSize: Int = 1) {
    self.setCount = setCount
    self.setSize = setSize
  }

  /// What was remembered at this very stamp.
  @inline(__always) func find(_ key: Key, at stamp: Generation?) -> Value? {
    guard let stamp else { return nil }
    let places = places(of: key)
    return slots.withLock { slots in
      guard !slots.isEmpty else { return nil }
      for place in places {
        if let slot = slots[place], slot.key == key { return slot.stamp == stamp ? slot.value : nil }
      }
      return nil
    }
  }

  /// - Parameter stamp: The stamp from before the value was read.
  func remember(_ value: Value, for key: Key, at stamp: Generation?) {
    guard let stamp else { return }
    let (places, count) = (places(of: key), setCount * setSize)
    slots.withLock { slots in
      if slots.isEmpty { slots = [Slot?](repeating: nil, count: count) }
      var place = places.first { slots[$0]?.key == key } ?? places.lowerBound
      // The newest is the last of its set.
      while place < places.upperBound - 1 {
        slots[place] = slots[place + 1]
        place += 1
      }
      slots[place] = Slot(key: key, stamp: stamp, value: value)
    }
  }

  /// What is remembered, or else what `read` returns, which is remembered then.
  func value<Failure: Error>(
    for key: Key, at stamp: Generation?, read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = find(key, at: stamp) { return known }
    let value = try read()
    remember(value, for: key, at: stamp)
    return value
  }

  /// The same where there may be nothing to read, which is not remembered.
  func value<Failure: Error>(
    for key: Key, at stamp: Generation?, find: () throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    if let known = self.find(key, at: stamp) { return known }
    guard let value = try find() else { return nil }
    remember(value, for: key, at: stamp)
    return value
  }

  @inline(__always) private func places(of key: Key) -> Range<Int> {
    let first = (key.memoryPlace & (setCount - 1)) * setSize
    return first..<first + setSize
  }
}

/// A key of a `StampedMemory`.
protocol StampedMemoryKey: Equatable, Sendable {
  /// A number whose lowest bits differ for keys that are used together.
  var memoryPlace: Int { get }
}

extension ItemID: StampedMemoryKey {
  // Items that are made or listed together have numbers that follow each other.
  @inline(__always) var memoryPlace: Int { Int(truncatingIfNeeded: rawValue) }
}
