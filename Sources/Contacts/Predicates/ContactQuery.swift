import Foundation

/// What a person types to find a contact.
package struct ContactQuery {
  private let terms: [Term]

  private struct Term {
    let name: NameMatch
    let text: String
    /// Without the zeros of a national number, which an international one does not have.
    let digits: String

    /// With fewer digits nearly every number has them somewhere.
    static let fewestDigits = 3

    /// Whether it may be a part of a phone number.
    var mayBePhoneNumber: Bool {
      text.count(where: \.isNumber) >= Self.fewestDigits && !digits.isEmpty
        && text.allSatisfy { $0.isNumber || " +-()/.".contains($0) }
    }
  }

  package init(_ terms: [String]) {
    self.terms = terms.map {
      Term(
        name: NameMatch($0), text: $0.lowercased(),
        digits: String(PhoneDigits.digits(of: $0).drop { $0 == "0" }))
    }
  }

  /// The keys of what is compared.
  package static var keys: [String] { RecordCriterion.names + [CNContactEmailAddressesKey, CNContactPhoneNumbersKey] }

  /// Whether each of the terms is the beginning of words of the names, or a part of an email address or of a phone number.
  ///
  /// Letter case, accents, and what separates digits are ignored.
  package func matches(_ contact: CNContact) -> Bool {
    terms.allSatisfy { term in
      term.name.matches(contact.values)
        || contact.values.emailAddresses.contains { ($0.value as String).lowercased().contains(term.text) }
        || term.mayBePhoneNumber && contact.values.phoneNumbers.contains { hasDigits($0.value, of: term) }
    }
  }

  /// What finds the contacts in the index.
  var indexQuery: IndexQuery {
    IndexQuery(
      conditions: terms.map {
        .init(words: $0.name.words, parts: [$0.text] + ($0.mayBePhoneNumber ? [$0.digits] : []))
      })
  }

  private func hasDigits(_ number: CNPhoneNumber, of term: Term) -> Bool {
    PhoneDigits.digits(of: number.stringValue).contains(term.digits)
  }
}
