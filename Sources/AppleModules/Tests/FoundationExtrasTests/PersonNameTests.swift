import FoundationExtras
import Testing

/// The names of people as text, and back.
@Suite struct PersonNameTests {
  private typealias NameFormatter = FoundationExtras.PersonNameComponentsFormatter

  @Test(
    arguments: [
      ("Ann", [nil, "Ann", nil, nil, nil]), (" Ann  Miller ", [nil, "Ann", nil, "Miller", nil]),
      ("Ann Mary Lou Miller", [nil, "Ann", "Mary Lou", "Miller", nil]),
      ("Dr. Ann Miller, PhD", ["Dr.", "Ann", nil, "Miller", "PhD"]), ("Dr.", [nil, "Dr.", nil, nil, nil]),
    ] as [(String, [String?])])
  func `a name is taken apart`(text: String, parts: [String?]) throws {
    let name = try #require(NameFormatter().personNameComponents(from: text))
    #expect([name.namePrefix, name.givenName, name.middleName, name.familyName, name.nameSuffix] == parts)
  }

  @Test func `a text without a word is no name`() { #expect(NameFormatter().personNameComponents(from: " ,") == nil) }

  @Test func `a name is made of a text, and a text of a name`() throws {
    let name = try PersonNameComponents("Dr. Ann Miller")
    #expect(name.namePrefix == "Dr." && name.familyName == "Miller" && name.formatted() == "Ann Miller")
    #expect(throws: CocoaError.self) { try PersonNameComponents(" ") }
  }

  @Test func `a name is shown in a style`() throws {
    var name = try #require(NameFormatter().personNameComponents(from: "Dr. Ann Mary Miller"))
    let styles: [NameFormatter.Style] = [.default, .short, .medium, .long, .abbreviated]
    #expect(
      styles.map { NameFormatter.localizedString(from: name, style: $0) }
        == ["Ann Miller", "Ann", "Ann Miller", "Dr. Ann Mary Miller", "AM"])
    name.nickname = "Annie"
    name.phoneticRepresentation = PersonNameComponents()
    name.phoneticRepresentation?.givenName = "En"
    let formatter = NameFormatter()
    formatter.style = .short
    #expect(formatter.string(from: name) == "Annie")
    #expect(formatter.string(for: name) == "Annie" && formatter.string(for: 1) == nil)
    formatter.isPhonetic = true
    #expect(formatter.string(from: name) == "En")
    let spoken: NameFormatter.Options = .phonetic
    #expect(NameFormatter.localizedString(from: name, style: .long, options: spoken) == "En")
    #expect(formatter.string(from: PersonNameComponents()) == "")
  }
}
