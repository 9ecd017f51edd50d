import ContactProvider
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Tests of the program `ContactProviderFixture`, in a sandbox.
protocol ProviderProgram {
  var sandbox: Sandbox { get }
}

extension ProviderProgram {
  static var name: String { "ContactProviderFixture" }

  var variables: [String: String] { ["CONTACTS_SOURCE": sandbox.url("source").path] }
  var store: URL { sandbox.url("data/fileprovider/\(Self.name)") }

  func run(_ words: String...) throws -> ProcessResult {
    try sandbox.startProgram([Self.name] + words, variables).wait()
  }

  func provide(at location: SourceLocation = #_sourceLocation) throws {
    let result = try run("contacts", "provide")
    #expect(result.status == 0 && result.error == "", "\(result)", sourceLocation: location)
  }

  /// The process that runs the extension.
  static func runner(_ store: URL) -> pid_t? {
    let path = store.appendingPathComponent("contact-provider.lock").path
    guard let file = Descriptor(openingFile: path, O_RDWR) else { return nil }
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
    return fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : nil
  }

  func names() throws -> [String] {
    var names: [String] = []
    let request = CNContactFetchRequest(keysToFetch: [CNContactFormatter.descriptorForRequiredKeys(for: .fullName)])
    try CNContactStore(domains: [store]).enumerateContacts(with: request) { contact, _ in
      names.append(CNContactFormatter.string(from: contact, style: .fullName) ?? "")
    }
    return names.sorted()
  }
}
