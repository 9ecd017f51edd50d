import ArgumentParser
import Contacts
import FileProviderDomains
import FileProviderStore
import Foundation

extension Candidates {
  static let contacts = kind { contacts($0) }
  static let containersOfContacts = kind { line in
    ((try? store(line)?.containers(matching: nil)) ?? []).map(\.name)
  }

  /// With more contacts than that, a shell would wait for the look at all of them.
  private static let mostContacts = 5000

  /// The names that begin like the word. Those with spaces are quoted by the shell.
  private static func contacts(_ line: Line) -> [String] {
    var names: Set<String> = []
    var count = 0
    let keys = [CNContactFormatter.descriptorForRequiredKeys(for: .fullName)]
    try? store(line)?.enumerateContacts(with: CNContactFetchRequest(keysToFetch: keys)) { contact, stop in
      count += 1
      let name = CNContactFormatter.string(from: contact, style: .fullName) ?? ""
      if name.hasBytePrefix(line.word) { names.insert(name) }
      if names.count == limit || count == mostContacts { stop.pointee = true }
    }
    return names.sorted()
  }

  private static func store(_ line: Line) -> CNContactStore? {
    guard let domain = line.domain else { return CNContactStore() }
    guard let name = try? DomainName(domain) else { return nil }
    return CNContactStore(domains: [DomainDirectory.url(of: name)])
  }
}
