import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct StampedMemoryTests {
  private func stamp(_ number: Int64) -> Generation { Generation(rawValue: number) }
  private func item(_ number: Int64) -> ItemID { ItemID(rawValue: number) }

  /// Whatever is committed makes another stamp, and nothing is found at that.
  @Test func `a thing is found at its stamp only`() {
    let memory = StampedMemory<ItemID, String>(setCount: 4)
    #expect(memory.find(item(1), at: stamp(7)) == nil)
    memory.remember("a", for: item(1), at: stamp(7))
    #expect(memory.find(item(1), at: stamp(7)) == "a")
    #expect(memory.find(item(1), at: stamp(8)) == nil)
    #expect(memory.find(item(2), at: stamp(7)) == nil)
    memory.remember("b", for: item(1), at: stamp(8))
    #expect(memory.find(item(1), at: stamp(8)) == "b")
    #expect(memory.find(item(1), at: stamp(7)) == nil)
  }

  /// While something is acknowledged that is not committed there is no stamp.
  @Test func `nothing is remembered or found without a stamp`() {
    let memory = StampedMemory<ItemID, String>(setCount: 4)
    memory.remember("a", for: item(1), at: nil)
    #expect(memory.find(item(1), at: stamp(7)) == nil)
    memory.remember("a", for: item(1), at: stamp(7))
    #expect(memory.find(item(1), at: nil) == nil)
  }

  /// The size is fixed: in a full set the oldest thing gives way, and a thing that is read again is the newest.
  @Test func `the oldest of a set gives way`() {
    let memory = StampedMemory<ItemID, String>(setCount: 2, setSize: 2)
    memory.remember("two", for: item(2), at: stamp(1))
    memory.remember("four", for: item(4), at: stamp(1))
    memory.remember("one", for: item(1), at: stamp(1))
    memory.remember("two again", for: item(2), at: stamp(1))
    memory.remember("six", for: item(6), at: stamp(1))
    #expect(memory.find(item(4), at: stamp(1)) == nil)
    #expect(memory.find(item(2), at: stamp(1)) == "two again")
    #expect(memory.find(item(6), at: stamp(1)) == "six")
    #expect(memory.find(item(1), at: stamp(1)) == "one")
  }

  /// What was found is not read again until something is committed; that there is nothing is read each time.
  @Test func `a thing is read once`() {
    let memory = StampedMemory<ItemID, String>(setCount: 4)
    var reads = 0
    for _ in 0..<2 {
      let value = memory.value(
        for: item(1), at: stamp(7),
        read: {
          reads += 1
          return "a"
        })
      #expect(value == "a")
    }
    #expect(reads == 1)
    for _ in 0..<2 {
      let value: String? = memory.value(
        for: item(2), at: stamp(7),
        find: {
          reads += 1
          return nil
        })
      #expect(value == nil)
    }
    #expect(reads == 3)
  }
}
