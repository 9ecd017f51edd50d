import Contacts
import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// Processes that end in the middle of a request.
@Suite struct SaveCrashTests {
  /// Each request adds ten contacts, and replaces those of the one before.
  @Test func `kill -9 leaves all of a request or nothing`() async throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let directory = try TestDirectory()
    let contacts = CNContactStore(domains: [directory.url])
    #expect(contacts.defaultContainerIdentifier() != "")
    for _ in 0..<6 {
      let delay = UInt32(random.below(60_000)) + 1000
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String, delay = delay as UInt32] in
        let contacts = CNContactStore(domains: [URL(fileURLWithPath: path)])
        var last = try BookStore.all(contacts)
        var isTimed = false
        while true {
          let name = UUID().uuidString
          let request = CNSaveRequest()
          for contact in last { request.delete(contact) }
          last = (0..<10).map { _ in CNMutableContact() }
          for contact in last {
            contact.familyName = name
            request.add(contact, toContainerWithIdentifier: nil)
          }
          try contacts.execute(request)
          // From the first request on: how long a start takes is not known.
          if !isTimed {
            Thread.detachNewThread {
              usleep(delay)
              kill(getpid(), SIGKILL)
            }
          }
          isTimed = true
        }
      }
      let names = try BookStore.all(contacts).map(\.familyName)
      #expect(names.count == 10 && Set(names).count == 1, "SEED=\(seed)")
      var findings: [String] = []
      try StoreCheck.run(storeIn: directory.url, StoreCheck.Options()) {
        // The files of a transaction that did not end are no damage.
        if $0.state != .due { findings.append("\($0)") }
      }
      #expect(findings == [], "SEED=\(seed)")
    }
  }
}
