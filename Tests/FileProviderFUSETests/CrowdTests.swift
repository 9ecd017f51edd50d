import Testing

@testable import FileProviderFUSE

/// Whether several programs read at the same time.
@Suite struct CrowdTests {
  /// Whether requests of these threads, in this order again and again, made one more thread read.
  private func calls(_ threads: UInt32..., changeAfter: Int = .max) -> Bool {
    var crowd = Crowd()
    var hasCalled = false
    for number in 1...1000 {
      let isChange = number.isMultiple(of: changeAfter)
      if crowd.note(thread: threads[number % threads.count], isChange: isChange) { hasCalled = true }
    }
    return hasCalled
  }

  @Test func `programs that take turns are a crowd`() {
    #expect(calls(1, 2))
    #expect(calls(1, 2, 3, 4))
    #expect(calls(1, 1, 2, 2))
  }

  /// A shell that starts one program after the other asks between two of them.
  @Test func `one program, or one after the other, is none`() {
    #expect(!calls(7))
    #expect(!calls(1, 1, 2, 2, 2, 2, 1, 3, 3, 3, 3))
    // The kernel's own requests are no program's.
    #expect(!calls(7, 0))
  }

  @Test func `programs that change something are none`() {
    #expect(!calls(1, 2, changeAfter: 32))
    #expect(calls(1, 2, changeAfter: 33))
  }
}
