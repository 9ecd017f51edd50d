import Testing

@testable import FileProviderThumbnails

/// Which thumbnails wait to be asked for.
@Suite struct ThumbnailBacklogTests {
  private func add(_ numbers: some Sequence<Int>, to backlog: inout ThumbnailBacklog<Int>) -> [Bool] {
    var isNew: [Bool] = []
    for number in numbers { isNew.append(backlog.add(number)) }
    return isNew
  }

  private func takeAll(_ backlog: inout ThumbnailBacklog<Int>) -> [[Int]] {
    var all: [[Int]] = []
    while true {
      let some = backlog.next(atMost: 16) { $0 % 2 == $1 % 2 }
      if some.isEmpty { return all }
      all.append(some)
    }
  }

  @Test func `all pictures of a large folder wait, and come once, with those that go with them`() {
    var backlog = ThumbnailBacklog<Int>()
    let (first, second) = (add(0..<1000, to: &backlog), add(0..<1000, to: &backlog))
    #expect(!first.contains(false) && !second.contains(true))
    let all = takeAll(&backlog)
    #expect(all.first == Array(stride(from: 0, to: 32, by: 2)) && all.allSatisfy { $0.count <= 16 })
    #expect(all.flatMap { $0 }.sorted() == Array(0..<1000))
    let third = add([7], to: &backlog)
    #expect(third == [false])
  }

  @Test func `what failed is wanted again, and what did not is not`() {
    var backlog = ThumbnailBacklog<Int>()
    _ = add(1...2, to: &backlog)
    _ = takeAll(&backlog)
    backlog.forget([2])
    let again = add(1...2, to: &backlog)
    let taken = takeAll(&backlog)
    #expect(again == [false, true] && taken == [[2]])
  }

  @Test func `as many are remembered and wait as the bound says, and what waits is never doubled`() {
    let most = ThumbnailBacklog<Int>.mostKnown
    var backlog = ThumbnailBacklog<Int>()
    let isNew = add(0...most, to: &backlog)
    #expect(isNew.firstIndex(of: false) == most)
    _ = backlog.next(atMost: 1) { _, _ in true }
    // Room for one more; the others are forgotten, but for what waits.
    let later = add([most, 5], to: &backlog)
    #expect(later == [true, false])
    var count = 0
    while case let some = backlog.next(atMost: most, alike: { _, _ in true }), !some.isEmpty { count += some.count }
    #expect(count == most)
  }
}
