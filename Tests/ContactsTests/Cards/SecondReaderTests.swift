import Contacts
import Foundation
import TestSupport
import Testing
import VCard

/// Another program's reader finds in our cards of version 3.0 what we put there.
@Suite(.enabled(if: VObject.python != nil, "no Python here has the module vobject")) struct SecondReaderTests {
  @Test func `vobject reads our cards`() throws {
    var source = RandomContact(seed: RandomSeed.choose())
    let contacts = (0..<100).map { _ in source.contact() }
    let python = try #require(VObject.python)
    let directory = try TestDirectory()
    let file = directory.appending("cards.vcf")
    try CNContactVCardSerialization.data(with: contacts).write(to: file)
    let script = """
      import json, sys, vobject
      def texts(card, name): return [line.value for line in card.contents.get(name, [])]
      for card in vobject.readComponents(open(sys.argv[1], newline="").read()):
          card.serialize()
          print(json.dumps(texts(card, "note") + texts(card, "tel") + [card.n.value.family, card.n.value.given]))
      """
    let result = try RunningProcess([python, "-c", script, file.path]).wait()
    try #require(result.status == 0, "\(result)")
    let read = try result.lines.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    let expected = contacts.map { contact in
      (contact.note.isEmpty ? [] : [contact.note]) + contact.phoneNumbers.map(\.value.stringValue) + [
        contact.familyName, contact.givenName,
      ]
    }
    try #require(read.count == expected.count)
    for (read, expected) in zip(read, expected) { #expect(read == expected) }
  }
}

private enum VObject {
  /// A Python that has it: it comes with khard, and with many systems.
  static let python: String? = {
    let withKhard = Machine.fromPyPI("khard").map { ($0 as NSString).deletingLastPathComponent + "/python3" }
    return [withKhard, "python3"].compactMap(\.self).first {
      (try? RunningProcess([$0, "-c", "import vobject"]).wait().status) == 0
    }
  }()
}
