import Synchronization

/// The open handles, by the numbers the kernel was given.
///
/// A number is a slot and a count of the slot's uses, so a number that is no longer valid finds nothing.
final class HandleTable<Handle: AnyObject & Sendable>: Sendable {
  private struct Slot {
    var handle: Handle?
    var uses: UInt32
  }

  private struct State {
    var slots: [Slot] = []
    var free: [Int] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.slots.count - $0.free.count } }

  func insert(_ handle: Handle) -> HandleNumber {
    state.withLock { state in
      let index: Int
      if let known = state.free.popLast() {
        index = known
      } else {
        index = state.slots.count
        state.slots.append(Slot(handle: nil, uses: 0))
      }
      state.slots[index].uses &+= 1
      state.slots[index].handle = handle
      return Self.number(index, state.slots[index].uses)
    }
  }

  subscript(number: HandleNumber) -> Handle? {
    state.withLock { state in
      let index = Self.index(number)
      guard index < state.slots.count, Self.number(index, state.slots[index].uses) == number else { return nil }
      return state.slots[index].handle
    }
  }

  /// Removes a handle.
  func remove(_ number: HandleNumber) -> Handle? {
    state.withLock { state in
      let index = Self.index(number)
      guard index < state.slots.count, Self.number(index, state.slots[index].uses) == number,
        let handle = state.slots[index].handle
      else { return nil }
      state.slots[index].handle = nil
      state.free.append(index)
      return handle
    }
  }

  /// All handles there are now.
  var all: [Handle] { state.withLock { $0.slots.compactMap(\.handle) } }

  private static func index(_ number: HandleNumber) -> Int { Int(number.rawValue & 0xffff_ffff) }
  private static func number(_ index: Int, _ uses: UInt32) -> HandleNumber {
    HandleNumber(rawValue: UInt64(uses) << 32 | UInt64(index))
  }
}
