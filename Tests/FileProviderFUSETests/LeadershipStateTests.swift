import Testing

@testable import FileProviderFUSE

/// Which thread reads requests, and which ones leave.
@Suite struct LeadershipStateTests {
  /// Threads that are not needed leave, but for some that are kept, and never the one with which the mount would end.
  @Test func `idle threads leave but the first`() {
    var state = LeadershipState()
    let rooms = (0..<7).map { _ in state.arrive() }
    #expect(rooms == [.kept, .kept, .spare, .spare, .spare, .spare, .spare])
    for room in rooms { #expect(state.turn(in: room, isLate: false, stays: false) == .wait) }
    #expect(state.turn(in: .spare, isLate: true, stays: true) == .wait)
    for _ in 0..<5 { #expect(state.turn(in: .spare, isLate: true, stays: false) == .leave) }
    for _ in 0..<2 { #expect(state.turn(in: .kept, isLate: true, stays: false) == .wait) }
  }

  /// There is one reading thread at a time: the next one is that which asks first, and the others go on waiting.
  @Test func `one thread reads`() {
    var state = LeadershipState()
    for _ in 0..<2 { #expect(state.arrive() == .kept) }
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .wait)
    #expect(state.handOver(seat: 0) == .waiting(.kept))
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 0))
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .wait)
  }

  /// A mount that has little to do is served by the threads that are kept: no other is called, and so no other stays.
  @Test func `spare threads are called last`() {
    var state = LeadershipState()
    for _ in 0..<10 { _ = state.arrive() }
    for _ in 0..<100 {
      #expect(state.handOver(seat: 0) == .waiting(.kept))
      #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 0))
      #expect(state.arrive() == .kept)
    }
    for _ in 0..<2 {
      #expect(state.handOver(seat: 0) == .waiting(.kept))
      #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 0))
    }
    #expect(state.handOver(seat: 0) == .waiting(.spare))
  }

  /// A thread that was not needed for long reads all the same, when it comes to that at this moment.
  @Test func `a late thread reads where nobody does`() {
    var state = LeadershipState()
    for _ in 0..<4 { _ = state.arrive() }
    #expect(state.handOver(seat: 0) == .waiting(.kept))
    #expect(state.turn(in: .spare, isLate: true, stays: false) == .read(seat: 0))
    #expect(state.turn(in: .spare, isLate: true, stays: false) == .leave)
  }

  /// Where no thread waits another one is started, until there are very many: then the next that is done reads.
  @Test func `threads are started up to a limit`() {
    var state = LeadershipState()
    for _ in 1..<LeadershipState.maximumThreads { #expect(state.handOver(seat: 0) == .newThread) }
    #expect(state.handOver(seat: 0) == .nobodyYet)
    #expect(state.turn(in: state.arrive(), isLate: false, stays: false) == .read(seat: 0))
    // One that could not be started, or has left, makes room.
    state.threadLeft()
    #expect(state.handOver(seat: 0) == .newThread)
  }

  /// While several programs ask, threads read in seats of their own, as many as there are; the first seat is the last that is free.
  @Test func `threads read together while they are wanted`() {
    var state = LeadershipState(seats: 3)
    #expect(state.add() == .newThread)
    #expect(state.turn(in: state.arrive(), isLate: false, stays: false) == .read(seat: 1))
    #expect(state.arrive() == .kept)
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .wait)
    #expect(state.add() == .waiting(.kept))
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 2))
    #expect(state.add() == nil)
    #expect(state.mostReaders == 3)
    // The thread in the first seat may block while another finds that it is not needed: whoever waits reads in the first.
    #expect(state.handOver(seat: 0) == .newThread)
    state.vacate(seat: 1)
    #expect(state.turn(in: state.arrive(), isLate: false, stays: false) == .read(seat: 0))
    #expect(state.turn(in: state.arrive(), isLate: false, stays: false) == .wait)
    state.vacate(seat: 2)
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .wait)
  }

  /// One thread that two calls have woken calls another one.
  @Test func `each seat that is free gets a thread`() {
    var state = LeadershipState(seats: 2)
    #expect(state.arrive() == .kept)
    #expect(state.arrive() == .kept)
    #expect(state.handOver(seat: 0) == .waiting(.kept))
    #expect(state.add() == .waiting(.kept))
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 0))
    #expect(state.roomOfNext == .kept)
    #expect(state.turn(in: .kept, isLate: false, stays: false) == .read(seat: 1))
    #expect(state.roomOfNext == nil)
  }

  @Test func `at the end all threads leave, whether they wait or come later, and no other is started`() {
    var state = LeadershipState()
    let room = state.arrive()
    state.finish()
    #expect(state.turn(in: room, isLate: false, stays: true) == .leave)
    #expect(state.handOver(seat: 0) == .nobodyYet)
    #expect(state.add() == nil)
    #expect(state.turn(in: state.arrive(), isLate: false, stays: false) == .leave)
    #expect(state.hasThreads)
    state.threadLeft()
    #expect(!state.hasThreads)
  }
}
