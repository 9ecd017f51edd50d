import Contacts
import Foundation
import Glibc
import TestSupport
import Testing

/// Cards that programs write on a mount of the domain `contacts`, as client code reads them meanwhile.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct MountedContactsTests {
  @Test func `what is written on a mount is read by the store`() async throws {
    let sandbox = try Sandbox()
    try #require(sandbox.run("domain", "add", "contacts").status == 0)
    let mount = try sandbox.run("mount", "--domain", "contacts", sandbox.mountpoint)
    try #require(mount.status == 0, "\(mount)")
    let card = try CardTexts.card(lines: ["N:Baker;Anna;;;", "FN:Anna Baker", "TEL:1"]).written
    try sandbox.write(card, to: "mount/Home/anna.vcf")
    let contacts = CNContactStore(domains: [sandbox.url("data/fileprovider/contacts")])
    let keys = [CNContactGivenNameKey as CNKeyDescriptor]
    let predicate = CNContact.predicateForContacts(matchingName: "anna")
    // What a mount has acknowledged is committed a little later.
    let isRead = try await eventually {
      try contacts.unifiedContacts(matching: predicate, keysToFetch: keys).count == 1
    }
    #expect(isRead)
    let found = try contacts.unifiedContacts(matching: predicate, keysToFetch: keys)
    #expect(found.map(\.givenName) == ["Anna"])
    #expect(try contacts.containers(matching: nil).map(\.name) == ["Home"])
    // The store of a program is that of its user.
    await #expect(processExitsWith: .success) { [data = sandbox.url("data").path as String] in
      setenv("XDG_DATA_HOME", data, 1)
      let names = try CNContactStore().containers(matching: nil).map(\.name)
      if names != ["Home"] { exit(1) }
    }
    // A program saves, and the mount shows it at once: a card that was read before, and a new one.
    let changed = try #require(found.first?.mutableCopy() as? CNMutableContact)
    changed.givenName = "Anne"
    let request = CNSaveRequest()
    request.update(changed)
    request.add(CNMutableContact(), toContainerWithIdentifier: nil)
    try contacts.execute(request)
    let isShown = try await eventually {
      try String(contentsOf: sandbox.url("mount/Home/anna.vcf"), encoding: .utf8).contains("N:Baker;Anne;;;")
        && FileManager.default.fileExists(atPath: sandbox.url("mount/Home/Contact.vcf").path)
    }
    #expect(isShown)
    // And what is written there is not lost with the next change.
    try sandbox.write(card.replacingOccurrences(of: "TEL:1", with: "TEL:2"), to: "mount/Home/anna.vcf")
    let isBack = try await eventually {
      try contacts.unifiedContacts(matching: predicate, keysToFetch: keys).map(\.givenName) == ["Anna"]
    }
    #expect(isBack)
    try #require(sandbox.run("unmount", sandbox.mountpoint).status == 0)
    #expect(try contacts.unifiedContacts(matching: predicate, keysToFetch: keys).map(\.givenName) == ["Anna"])
  }
}
