import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderStore

/// When the side bar looks at the domains.
@Suite struct SideBarPaceTests {
  private let start = ContinuousClock.now

  @Test func `it looks less and less often while nothing changes, down to a bound`() {
    var pace = SideBarPace(start)
    #expect(pace.next == start)
    var waits: [Duration] = []
    for _ in 0..<6 {
      let now = pace.next
      pace.looked(from: now, to: now, isQuiet: true)
      waits.append(pace.next - now)
    }
    #expect(waits == [2, 4, 8, 16, 16, 16].map { .seconds($0) })
    pace.looked(from: start, to: start, isQuiet: false)
    #expect(pace.next == start + .seconds(1))
  }

  /// Many changes one after the other are seen once a second, and a look that takes long is made less often.
  @Test func `a change is seen soon, and not at any price`() {
    var pace = SideBarPace(start)
    for _ in 0..<6 { pace.looked(from: start, to: start, isQuiet: true) }
    #expect(!pace.isHurried)
    pace.hurry()
    #expect(pace.isHurried && pace.next == start + .seconds(1))
    pace.looked(from: start, to: start + .seconds(3), isQuiet: false)
    #expect(!pace.isHurried && pace.next == start + .seconds(33))
    pace.hurry()
    #expect(pace.next == start + .seconds(33))
  }

  /// A setting such as the pause of transfers is no change of an item.
  @Test func `a commit in a domain is an event, also of a setting alone, and reading it is none`() throws {
    let place = try TestDirectory("watched")
    let store = try ItemStore(directory: place.url)
    let watch = SideBarWatch()
    watch.follow([place.url])
    watch.drain()
    _ = try ItemStore(reading: place.url).makeCommittedReader().generation()
    #expect(!watch.drain())
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("provider", to: "one")
    }
    #expect(eventually { watch.drain() })
    // A domain that is watched already is not watched twice.
    watch.follow([place.url])
    #expect(!watch.drain())
  }
}
