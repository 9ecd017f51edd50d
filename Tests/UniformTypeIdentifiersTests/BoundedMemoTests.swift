import Testing

@testable import UniformTypeIdentifiers

@Suite("A bounded memo") struct BoundedMemoTests {
  // Work is done once per key, and again once it is invalid.
  @Test func `remembers results until they are invalid`() {
    let memo = BoundedMemo<String, Int>(capacity: 10)
    var made = 0
    func value() -> Int {
      memo.value(for: "key") {
        made += 1
        return made
      }
    }
    #expect([value(), value()] == [1, 1])
    memo.invalidate()
    #expect([value(), value()] == [2, 2])
  }

  // What was begun with old facts must not be remembered as the answer to new ones.
  @Test func `does not remember a result begun before`() {
    let memo = BoundedMemo<String, Int>(capacity: 10)
    let stale = memo.value(for: "key") {
      memo.invalidate()
      return 1
    }
    #expect(stale == 1)
    #expect(memo.value(for: "key") { 2 } == 2)
  }

  // Any number of keys, a fixed number of results.
  @Test func `holds no more than its capacity`() {
    let memo = BoundedMemo<Int, Int>(capacity: 3)
    for key in 0..<100 { #expect(memo.value(for: key) { key } == key) }
    var again = 0
    for key in 0..<100 {
      _ = memo.value(for: key) {
        again += 1
        return key
      }
    }
    #expect(again >= 97)
  }
}
