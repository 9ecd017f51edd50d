import Contacts
import Foundation

/// Measures fetches of a large address book, as client code makes them: `contacts-benchmark COUNT`.
///
/// The store is that of the user, in XDG_DATA_HOME: point it at an empty folder. Contacts are made up to the count at the first run.
@main struct Benchmark {
  private let store = CNContactStore()
  private let names = [CNContactFormatter.descriptorForRequiredKeys(for: .fullName)]

  static func main() throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
    let benchmark = Benchmark()
    try benchmark.fill(count)
    try benchmark.feedIndex(count)
    try benchmark.measure()
  }

  private func fill(_ count: Int) throws {
    let surnames = (0..<2000).map { "Family\(String($0, radix: 36))" }
    var made = try self.count(CNContactFetchRequest(keysToFetch: [CNContactIdentifierKey]))
    let (first, start, began) = (made, Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
    defer {
      if made > first {
        let (elapsed, processor) = (Self.now(CLOCK_MONOTONIC) - start, Self.now(CLOCK_PROCESS_CPUTIME_ID) - began)
        let saved = Double(made - first)
        print(
          "save: \(Int(saved / elapsed)) a second, \(Int(saved / processor)) of processor time, peak memory \(peak / 1024) MB"
        )
      }
    }
    while made < count {
      let request = CNSaveRequest()
      for index in made..<min(made + 1000, count) {
        let contact = CNMutableContact()
        contact.givenName = "Given\(index % 977)"
        contact.familyName = surnames[index % surnames.count]
        contact.organizationName = "Company \(index % 5000)"
        contact.phoneNumbers = [
          CNLabeledValue(label: CNLabelHome, value: CNPhoneNumber(stringValue: "+49 30 \(1_000_000 + index)"))
        ]
        contact.emailAddresses = [CNLabeledValue(label: CNLabelWork, value: "person\(index)@example.com" as NSString)]
        request.add(contact, toContainerWithIdentifier: nil)
      }
      try store.execute(request)
      made += 1000
    }
  }

  /// Completes the index: each fetch adds 2048 items at least.
  private func feedIndex(_ count: Int) throws {
    let request = CNContactFetchRequest(keysToFetch: names)
    for _ in 0...count / 2048 + 1 { try store.enumerateContacts(with: request) { _, stop in stop.pointee = true } }
  }

  private func measure() throws {
    let named = CNContactFetchRequest(keysToFetch: names)
    try rate("enumerate with names") { try count(named) }
    let whole = CNContactFetchRequest(keysToFetch: [CNContactVCardSerialization.descriptorForRequiredKeys()])
    try rate("enumerate with all properties") { try count(whole) }
    let word = CNContact.predicateForContacts(matchingName: "given12 company")
    try time("search for two words") { try store.unifiedContacts(matching: word, keysToFetch: names).count }
    let phone = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "030 1000500"))
    try time("search for a phone number") { try store.unifiedContacts(matching: phone, keysToFetch: names).count }
    let email = CNContact.predicateForContacts(matchingEmailAddress: "person500@example.com")
    try time("search for an email address") { try store.unifiedContacts(matching: email, keysToFetch: names).count }
    var token: Data?
    for keys in [[], names] {
      let request = CNChangeHistoryFetchRequest()
      request.additionalContactKeyDescriptors = keys
      try rate("full history\(keys.isEmpty ? "" : " with names")") { try events(request, &token) }
    }
    try change(10)
    let resumed = CNChangeHistoryFetchRequest()
    resumed.startingToken = token
    resumed.additionalContactKeyDescriptors = names
    try time("resumed history of ten changes") { try events(resumed, &token) }
    print("peak memory \(peak / 1024) MB")
  }

  /// Gives some contacts other notes.
  private func change(_ count: Int) throws {
    let request = CNSaveRequest()
    let fetch = CNContactFetchRequest(keysToFetch: [CNContactNoteKey])
    fetch.mutableObjects = true
    var changed = 0
    try store.enumerateContacts(with: fetch) { contact, stop in
      guard let contact = contact as? CNMutableContact else { return }
      contact.note = UUID().uuidString
      request.update(contact)
      changed += 1
      if changed == count { stop.pointee = true }
    }
    try store.execute(request)
  }

  private func count(_ request: CNContactFetchRequest) throws -> Int {
    var count = 0
    try store.enumerateContacts(with: request) { _, _ in count += 1 }
    return count
  }

  private func events(_ request: CNChangeHistoryFetchRequest, _ token: inout Data?) throws -> Int {
    let result = try store.enumerator(for: request)
    token = result.currentHistoryToken
    var count = 0
    while result.value.nextObject() != nil { count += 1 }
    return count
  }

  private struct Measurement {
    var count = 0
    /// Seconds of the clock, and of this process's processor time.
    var elapsed = Double.infinity
    var processor = Double.infinity
  }

  /// The best of five, since other programs disturb.
  private func best(_ body: () throws -> Int) rethrows -> Measurement {
    var best = Measurement()
    for _ in 0..<5 {
      let (start, began) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
      best.count = try body()
      best.elapsed = min(best.elapsed, Self.now(CLOCK_MONOTONIC) - start)
      best.processor = min(best.processor, Self.now(CLOCK_PROCESS_CPUTIME_ID) - began)
    }
    return best
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func rate(_ name: String, _ body: () throws -> Int) rethrows {
    let best = try best(body)
    let (elapsed, processor) = (Double(best.count) / best.elapsed, Double(best.count) / best.processor)
    print("\(name): \(Int(elapsed)) a second, \(Int(processor)) of processor time")
  }

  private func time(_ name: String, _ body: () throws -> Int) rethrows {
    let best = try best(body)
    print("\(name): \(ms(best.elapsed)) ms, \(ms(best.processor)) of processor time, \(best.count) found")
  }

  private func ms(_ seconds: Double) -> Double { (seconds * 1e5).rounded() / 100 }

  /// In kilobytes.
  private var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
