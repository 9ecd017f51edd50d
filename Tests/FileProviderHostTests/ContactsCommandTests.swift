import Foundation
import TestSupport
import Testing

/// `contacts`: the cards of the domain “contacts”, without a mount.
@Suite struct ContactsCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Adds a contact with these options.
  @discardableResult
  private func add(_ words: String...) throws -> String {
    try #require(try sandbox.lines(["contacts", "add"] + words).first)
  }

  private func card(_ name: String, _ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0", "N:;\(name);;;", "FN:\(name)"] + lines + ["END:VCARD", ""])
      .joined(separator: "\r\n")
  }

  /// The first one makes the domain.
  @Test func `contacts are added, listed, shown and changed`() throws {
    #expect(try sandbox.lines("contacts", "list") == [])
    let anna = try add(
      "--given-name", "Anna", "--family-name", "Müller", "--phone", "mobile:+49 30 1234567", "--email",
      "home:anna@example.com", "--birthday", "--04-15", "--note", "a\nb")
    try add("--organization", "Example Ltd.", "--phone", "boat:110")
    #expect(
      try sandbox.lines("contacts", "list") == [
        "Anna Müller   +49 30 1234567  anna@example.com", "Example Ltd.  110",
      ])
    let shown = try sandbox.lines("contacts", "show", "anna")
    #expect(
      shown == [
        "Anna Müller", "  identifier  \(anna)", "  container   Contacts", "  mobile      +49 30 1234567",
        "  home        anna@example.com", "  birthday    --04-15", "  note        a, b",
      ])
    let object = try #require(try sandbox.run("contacts", "show", "--json", anna).objects().first)
    #expect(object["givenName"] as? String == "Anna" && object["note"] as? String == "a\nb")
    #expect((object["phoneNumbers"] as? [[String: String]]) == [["label": "mobile", "value": "+49 30 1234567"]])
    #expect(
      try sandbox.run("contacts", "show", "--vcard", anna).output.contains("\r\nTEL;TYPE=CELL:+49 30 1234567\r\n"))
    try sandbox.lines("contacts", "edit", "anna", "--given-name", "Anne", "--phone", "1")
    #expect(try sandbox.lines("contacts", "list").first?.hasPrefix("Anne Müller") == true)
    #expect(try sandbox.lines("ls", "--domain", "contacts", "/Contacts") == ["Anna Müller.vcf", "Example Ltd..vcf"])
    let log = try sandbox.run("tail", "--domain", "contacts", "--container", "all", "--json")
    #expect(try Set(log.objects().compactMap { $0["author"] as? String }) == ["org.openfileprovider.cli"], "\(log)")
  }

  /// As one types: words, parts of addresses, and digits.
  @Test func `contacts are found`() throws {
    try add(
      "--given-name", "Anna", "--family-name", "Müller", "--phone", "+49 30 1234567", "--email", "anna@example.com")
    try add("--given-name", "Bert", "--phone", "110")
    let searches: [([String], Int)] = [
      (["muller"], 1), (["ann", "MÜL"], 1), (["030", "123"], 1), (["+49-30"], 1), (["anna@ex"], 1), (["11"], 0),
      (["bert"], 1), (["ull"], 0), (["anna", "bert"], 0),
    ]
    for (terms, count) in searches {
      #expect(try sandbox.lines(["contacts", "search"] + terms).count == count, "\(terms)")
    }
  }

  /// Nothing of a card is lost, and an import that is repeated adds nothing.
  @Test func `cards are imported and exported as they are`() throws {
    let cards = card("Anna", "UID:1", "X-OTHER;A=b:c") + card("Bert", "NOTE:no UID")
    try sandbox.write(cards, to: "a.vcf")
    #expect(try sandbox.run("contacts", "import", "a.vcf").error == "fileprovider: contacts: 2 added\n")
    // The next search need not read them.
    let index = sandbox.url("data/fileprovider/contacts/contacts.sqlite")
    #expect(FileManager.default.fileExists(atPath: index.path))
    #expect(try sandbox.run("contacts", "export").output == cards)
    #expect(try sandbox.run("contacts", "export", "bert").output == card("Bert", "NOTE:no UID"))
    #expect(try sandbox.run("contacts", "import", "a.vcf").error == "fileprovider: contacts: 0 added, 2 unchanged\n")
    try sandbox.write(card("Anne", "UID:1") + "nothing\n", to: "b.vcf")
    let skipped = try sandbox.run("contacts", "import", "b.vcf")
    #expect(skipped.status == 1 && skipped.error.contains("b.vcf, card 1: another contact has its UID"))
    #expect(skipped.error.contains("b.vcf: line 7: "), "\(skipped.error)")
    #expect(try sandbox.run("contacts", "import", "--replace", "b.vcf").error.contains("0 added, 1 replaced"))
    #expect(try sandbox.lines("contacts", "list") == ["Anne", "Bert"])
    #expect(try sandbox.shell("\"$F\" contacts import - < a.vcf").status == 1, "Anna is another one now")
    #expect(try sandbox.run("contacts", "import", "none.vcf").error.contains("none.vcf: No such file"))
  }

  /// Files of other programs may begin with a byte order mark, and end without the end of a line.
  @Test func `what is exported can be imported`() throws {
    try add("--given-name", "Anna")
    try sandbox.write("\u{feff}" + card("Bert").dropLast(), to: "b.vcf")
    try sandbox.write("\u{feff}" + card("Carl", "UID:c").dropLast(), to: "c.vcf")
    try sandbox.lines("import", "--domain", "contacts", "--into", "/Contacts", "b.vcf", "c.vcf")
    for command in [["export"], ["list", "--vcard"], ["export", "Anna", "Bert", "Carl"]] {
      try sandbox.write(sandbox.run(["contacts"] + command).output, to: "all.vcf")
      let result = try sandbox.run("contacts", "import", "all.vcf")
      #expect(result.error == "fileprovider: contacts: 0 added, 3 unchanged\n", "\(command)")
    }
  }

  /// An address or a number may be that of another person.
  @Test func `a contact is named by its names`() throws {
    let anna = try add("--given-name", "Anna")
    let other = try add("--given-name", "Annabel", "--email", "bert@example.com")
    #expect(try sandbox.run("contacts", "edit", "bert", "--note", "n").error.contains("bert: no such contact"))
    for (word, identifier) in [("Anna", anna), ("annab", other), (anna, anna)] {
      #expect(
        try sandbox.run("contacts", "show", "--json", word).objects().first?["identifier"] as? String == identifier)
    }
    #expect(try sandbox.run("contacts", "show", "ann").error.contains("ann: 2 contacts have this name"))
  }

  @Test func `a UID that occurs twice in a file is told`() throws {
    try sandbox.write(card("Anna", "UID:1"), to: "a.vcf")
    try sandbox.lines("contacts", "import", "a.vcf")
    try sandbox.write(card("Anne", "UID:1") + card("Annie", "UID:1"), to: "b.vcf")
    let result = try sandbox.run("contacts", "import", "--replace", "b.vcf")
    let message = "b.vcf, card 2: an earlier card of this import has its UID; the earlier one is kept"
    #expect(result.status == 1 && result.error.contains(message) && result.error.contains("0 added, 1 replaced"))
    #expect(try sandbox.lines("contacts", "list") == ["Anne"])
  }

  /// The named pipe is opened when the import knows what is there.
  @Test func `a contact that is deleted meanwhile does not end an import`() throws {
    try sandbox.write(card("Anna", "UID:1"), to: "a.vcf")
    try sandbox.lines("contacts", "import", "a.vcf")
    try sandbox.write(card("Bert") + card("Anne", "UID:1") + card("Carl"), to: "b.vcf")
    let script = """
      mkfifo p; "$F" contacts import --replace p & exec 3>p
      "$F" rm --domain contacts /Contacts/Anna.vcf; cat b.vcf >&3; exec 3>&-; wait $!
      """
    let result = try sandbox.shell(script)
    #expect(result.status == 0 && result.error.contains("contacts: 3 added\n"), "\(result)")
    #expect(try sandbox.lines("contacts", "list") == ["Anne", "Bert", "Carl"])
  }

  @Test func `files that cannot be read are named`() throws {
    try add("--given-name", "Anna")
    try add("--given-name", "Bert")
    // From then on the index has the names.
    try sandbox.lines("contacts", "list")
    let contents = sandbox.url("data/fileprovider/contacts/contents")
    let files = try #require(FileManager.default.enumerator(atPath: contents.path)?.allObjects as? [String])
    for file in files.map(contents.appendingPathComponent) {
      let text = try? String(contentsOf: file, encoding: .utf8)
      if text?.contains("FN:Bert") == true { try FileManager.default.removeItem(at: file) }
    }
    for command in [["list", "--json"], ["list", "--vcard"], ["export"], ["duplicates"]] {
      let result = try sandbox.run(["contacts"] + command)
      #expect(result.status == 1 && result.error == "fileprovider: /Contacts/Bert.vcf: its contents cannot be read\n")
      #expect(command == ["duplicates"] || result.output.contains("Anna"))
    }
    #expect(try sandbox.lines("contacts", "list") == ["Anna", "Bert"])
    try FileManager.default.removeItem(at: sandbox.url("data/fileprovider/contacts/contacts.sqlite"))
    #expect(try sandbox.run("contacts", "list").status == 1)
  }

  @Test(arguments: [
    "-1984-04-15", "1984-4-15", "1984-02-30", "1983-02-29", "19840-04-15", "--04-31", "--00-01",
    "+984-04-15",
  ])
  func `a birthday is a date`(text: String) throws {
    let result = try sandbox.run("contacts", "add", "--given-name", "A", "--birthday", text)
    #expect(result.status == 64 && result.error.contains("birthday “\(text)”: no date"), "\(result)")
  }

  /// The messages name what was wrong, and the remedy.
  @Test func `errors have statuses`() throws {
    try add("--given-name", "Anna", "--family-name", "Baker")
    try add("--given-name", "Anna", "--family-name", "Clark")
    let failing: [([String], Int32, String)] = [
      (["show", "bert"], 1, "bert: no such contact; “fileprovider contacts list” lists the contacts"),
      (
        ["show", "anna"], 1,
        "anna: 2 contacts have this name; give the identifier, which “contacts search --json” prints"
      ),
      (
        ["list", "--container", "x"], 1,
        "container “x”: no such container; create it as a folder in the root of the domain"
      ),
      (["list", "--domain", "x"], 1, "domain “x”: no such domain; “fileprovider domain list” lists the domains"),
      (
        ["add"], 64,
        "usage: nothing to add: give --given-name, or another option for what the contact has; see “fileprovider contacts add --help”"
      ),
      (
        ["add", "--phone", "home:"], 64,
        "usage: --phone: nothing after the option or the label; see “fileprovider contacts add --help”"
      ),
      (["rmdir"], 64, "usage: unknown command “rmdir”; “fileprovider help contacts” lists the commands"),
      (["add", "--birthday", "x"], 64, "birthday “x”: no date; write it as 1984-04-15 or --04-15"),
      (
        ["tail", "--since", "x"], 64,
        "token “x”: no token of this command; give begin, now, or a token that it has printed"
      ),
    ]
    for (words, status, message) in failing {
      let result = try sandbox.run(["contacts"] + words)
      #expect(result.status == status && result.error == "fileprovider: \(message)\n", "\(result)")
    }
    let database = sandbox.url("data/fileprovider/contacts/items.sqlite")
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
    try Data(repeating: 7, count: 8192).write(to: database)
    let damaged = try sandbox.run("contacts", "list")
    #expect(damaged.status == 65 && damaged.error.hasPrefix("fileprovider: domain “contacts”: "), "\(damaged)")
  }

  @Test func `contacts are edited as cards`() throws {
    let anna = try add("--given-name", "Anna", "--email", "a@example.com")
    func edit(_ script: String) throws -> ProcessResult {
      try sandbox.startProgram([Sandbox.fileprovider, "contacts", "edit", anna], ["EDITOR": script]).wait()
    }
    #expect(try edit("sed -i s/Anna/Anne/").status == 0)
    #expect(try sandbox.lines("contacts", "list") == ["Anne    a@example.com"])
    #expect(try edit("false").error == "fileprovider: false: failed; nothing was saved\n")
    // What was written is never lost.
    let program = try Sandbox.fileprovider
    for (script, message) in [
      ("sed -i s/END/x/", "card: the file is not one card; nothing was saved"),
      ("sed -i s/Anne/Berta/ \"$1\"; false", "failed; nothing was saved"),
      (
        "\"\(program)\" contacts edit --note n \(anna); sed -i s/Anne/Berta/",
        "domain “contacts”: the contact was changed by another program meanwhile"
      ),
    ] {
      let error = try edit(script).error
      let parts = error.components(separatedBy: "; the edited card is kept in “")
      let path = try #require(parts.last?.components(separatedBy: "”").first)
      #expect(parts.count == 2 && error.contains(message), "\(error)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("Berta") || text.contains("x:VCARD"))
      try FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }
    // The editor's keys are not those of the command. The shell between them ends by the signal, or goes on.
    #expect(try edit("kill -INT $PPID; kill -QUIT $PPID; sed -i s/Anne/Anna/").status == 0)
    #expect(try sandbox.lines("contacts", "list") == ["Anna    a@example.com"])
    #expect(try sandbox.run("contacts", "edit", anna).error.contains("neither VISUAL nor EDITOR is set"))
  }

  @Test func `duplicates are listed`() throws {
    let cards = [
      card("Anna", "TEL:+1 2", "UID:1"), card("ANNA", "TEL:12"), card("Bert", "UID:2", "TEL:12"),
      card("Carl", "EMAIL:c@example.com"), card("Carl", "EMAIL:C@example.com", "TEL:5"), card("Carl", "TEL:5"),
    ]
    for (number, card) in cards.enumerated() { try sandbox.write(card, to: "\(number).vcf") }
    try sandbox.write(card("Berta", "UID:2"), to: "6.vcf")
    try sandbox.lines(["contacts", "import"] + (0..<6).map { "\($0).vcf" })
    let groups = try sandbox.run("contacts", "duplicates", "--json").objects()
    #expect(groups.map { ($0["identifiers"] as? [String])?.count } == [2, 3])
    #expect(try sandbox.lines("contacts", "duplicates").count == 5)
    // Of one UID: an import does not make that, a copy of a file does.
    try sandbox.lines("import", "--domain", "contacts", "--into", "/Contacts", "6.vcf")
    #expect(try sandbox.run("contacts", "duplicates", "--json").objects().count == 3)
  }

  /// Linked contacts are listed, found and shown as one; their cards stay as they are, but for the link.
  @Test func `contacts are linked and separated`() throws {
    let cards = [
      card("Anna", "UID:1", "TEL:12"), card("ANNA", "UID:2", "TEL:12", "EMAIL:anna@example.com"),
      card("Bert", "UID:3"), card("Berta", "UID:4"),
    ]
    try sandbox.write(cards.joined(), to: "all.vcf")
    try sandbox.lines("contacts", "import", "all.vcf")
    let suggested = try sandbox.run("contacts", "duplicates", "--link", "--json")
    let names = try #require(try suggested.objects().first?["identifiers"] as? [String])
    #expect(suggested.error == "fileprovider: contacts: 2 contacts are linked into 1\n", "\(suggested)")
    #expect(try sandbox.run("contacts", "duplicates", "--link").error.contains("there are no duplicates"))
    #expect(try sandbox.lines("contacts", "duplicates") == [])
    #expect(try sandbox.lines("contacts", "list") == ["Anna   12  anna@example.com", "Bert", "Berta"])
    for terms in [["anna@ex"], ["anna"]] {
      let found = try sandbox.run(["contacts", "search", "--json"] + terms).objects()
      #expect(found.count == 1 && found[0]["linked"] as? [String] == names && found[0]["name"] as? String == "Anna")
    }
    let shown = try sandbox.lines("contacts", "show", "anna")
    #expect(shown.contains { $0.hasPrefix("  linked with") && $0.hasSuffix(names[1]) }, "\(shown)")
    #expect(try sandbox.run("contacts", "show", "--vcard", "anna").output.components(separatedBy: "BEGIN:").count == 3)
    // What was linked here is the same contact as in the file.
    #expect(try sandbox.run("contacts", "import", "all.vcf").error.contains("0 added, 4 unchanged"))
    try sandbox.write(card("Anne", "UID:1"), to: "b.vcf")
    #expect(try sandbox.run("contacts", "import", "--replace", "b.vcf").error.contains("1 replaced"))
    #expect(try sandbox.lines("contacts", "list").count == 3)
    try sandbox.lines("contacts", "link", "anna", "Bert")
    #expect(try sandbox.lines("contacts", "list") == ["Anne   12  anna@example.com", "Berta"])
    try sandbox.lines("contacts", "unlink", "Anne")
    #expect(try sandbox.lines("contacts", "list").count == 4)
    #expect(try !sandbox.run("contacts", "export").output.contains("LINK"))
    for (words, status, message) in [
      (["link", "Bert"], Int32(64), "link requires two contacts or more"),
      (["link", "Bert", "Bert"], 1, "Bert, Bert: the same contact"),
      (["unlink", "Bert"], 1, "Bert: not linked with another contact"),
    ] {
      let result = try sandbox.run(["contacts"] + words)
      #expect(result.status == status && result.error.contains(message), "\(result)")
    }
  }

  /// A link goes beyond the domain that is named.
  @Test func `contacts of several domains are linked and separated`() throws {
    try sandbox.lines("domain", "add", "other")
    let record = #"{"program": "other", "displayName": "Other", "isEnabled": true}"#
    try sandbox.write(record, to: "data/fileprovider/other/contact-provider.json")
    let anna = try add("--given-name", "Anna")
    let annie = try add("--domain", "other", "--given-name", "Annie")
    let ann = try add("--domain", "other", "--given-name", "Ann")
    try sandbox.lines("contacts", "link", anna, annie)
    #expect(try sandbox.lines("contacts", "list") == ["Ann", "Anna"])
    try sandbox.lines("contacts", "link", "--domain", "other", "Ann", "Annie")
    #expect(try sandbox.lines("contacts", "list") == ["Anna"])
    try sandbox.lines("contacts", "unlink", "--domain", "other", ann)
    #expect(try sandbox.lines("contacts", "list") == ["Ann", "Anna", "Annie"])
    #expect(try !sandbox.run("contacts", "export").output.contains("LINK"))
  }

  /// The first of its cards may have no name. What is shown is what a command is about.
  @Test func `a linked contact is exported, changed and removed by the name that is shown`() throws {
    let person = card("Fox", "TEL:902").replacing("N:;Fox;;;", with: "N:Fox;Emil;;;").replacing(
      "FN:Fox", with: "FN:Emil Fox")
    try sandbox.write(card("", "TEL:901") + person, to: "all.vcf")
    try sandbox.lines("contacts", "import", "all.vcf")
    try sandbox.lines("contacts", "link", "901", "Emil Fox")
    let exported = try sandbox.run("contacts", "export", "Emil Fox").output
    #expect(exported.contains("TEL:901") && exported.contains("FN:Emil Fox"), "\(exported)")
    let linked = try sandbox.run("contacts", "search", "--json", "fox").objects().first?["linked"] as? [String]
    let names = try #require(linked)
    let editing = try sandbox.startProgram(
      [Sandbox.fileprovider, "contacts", "edit", "Emil Fox"], ["EDITOR": "true"]
    ).wait()
    #expect(editing.status == 1 && names.allSatisfy(editing.error.contains), "\(editing)")
    for name in names {
      let editing = try sandbox.startProgram([Sandbox.fileprovider, "contacts", "edit", name], ["EDITOR": "true"])
        .wait()
      #expect(editing.status == 0, "\(editing)")
    }
    try sandbox.lines("contacts", "edit", "Emil Fox", "--given-name", "Emilio")
    #expect(try sandbox.run("contacts", "export").output.contains("N:Fox;Emilio;;;"))
    #expect(try sandbox.lines("contacts", "list") == ["Emilio Fox  901"])
    try sandbox.lines("contacts", "remove", "Emilio Fox")
    #expect(try sandbox.lines("contacts", "list") == [])
  }

  /// What reverses a link has the same words. Nothing is separated unless all of them can be.
  @Test func `contacts are separated by the names with which they were linked`() throws {
    for name in ["Carl", "Dora", "Emil"] { try add("--given-name", name) }
    try sandbox.lines("contacts", "link", "Carl", "Dora")
    let refused = try sandbox.run("contacts", "unlink", "Carl", "Emil")
    #expect(refused.status == 1 && refused.error.contains("Emil: not linked with another contact"), "\(refused)")
    #expect(try sandbox.lines("contacts", "list") == ["Carl", "Emil"])
    try sandbox.lines("contacts", "unlink", "Carl", "Dora")
    #expect(try sandbox.lines("contacts", "list") == ["Carl", "Dora", "Emil"])
  }

  @Test func `contacts are removed`() throws {
    try add("--given-name", "Anna")
    let other = try add("--given-name", "Anna")
    try add("--given-name", "Bert", "--family-name", "Cook")
    for (words, status, message) in [
      (["Anna"], Int32(1), "2 contacts have this name"), (["Bert Cook", "nobody"], 1, "nobody: no such contact"),
      // The beginning of a name is soon that of another contact.
      (["bert"], 64, "bert: no terminal to ask for confirmation; use --force to skip the question"),
    ] {
      let result = try sandbox.run(["contacts", "remove"] + words)
      #expect(result.status == status && result.error.contains(message), "\(result)")
    }
    #expect(try sandbox.lines("contacts", "list") == ["Anna", "Anna", "Bert Cook"])
    try sandbox.lines("contacts", "rm", other)
    try sandbox.lines("contacts", "link", "Anna", "Bert Cook")
    try sandbox.lines("contacts", "remove", "--force", "bert")
    #expect(try sandbox.lines("contacts", "list") == [])
    try add("--given-name", "Carl")
    try sandbox.lines("contacts", "remove", "Carl")
    #expect(try sandbox.lines("contacts", "list") == [])
  }

  /// These are no damage: what is no contact is kept, and a mount shows it.
  @Test func `check lists what is no contact, and a second card with a UID`() throws {
    try add("--given-name", "Anna")
    #expect(try sandbox.lines("check", "--domain", "contacts") == [])
    let files = [
      "a": card("Carl", "UID:1"), "b": card("Dora", "UID:1"), "two": card("Emil", "UID:2") + card("Fritz", "UID:3"),
      "broken": "\r\nBEGIN:VCARD\r\nFN:Gerd\r\n", "empty": "",
    ]
    for (name, text) in files { try sandbox.write(text, to: "\(name).vcf") }
    for name in ["a", "b", "two", "broken", "empty"] {
      try sandbox.lines("import", "--domain", "contacts", "--into", "/Contacts", "\(name).vcf")
    }
    let check = try sandbox.run("check", "--domain", "contacts")
    #expect(
      check.status == 0
        && check.lines == [
          "/Contacts/b.vcf: “/Contacts/a.vcf” has the same UID", "/Contacts/two.vcf: not a contact: contains 2 cards",
          "/Contacts/broken.vcf: not a contact: line 2: the card has no END:VCARD",
          "/Contacts/empty.vcf: not a contact: the file is empty",
        ], "\(check)")
    #expect(check.error.contains("contacts import") && check.error.contains("contacts duplicates"), "\(check)")
    let first = try #require(sandbox.run("check", "--domain", "contacts", "--repair", "--json").objects().first)
    #expect(first["path"] as? String == "/Contacts/b.vcf" && first["repaired"] as? Bool == false)
    #expect(first["damage"] as? Bool == false)
    #expect(try sandbox.run("contacts", "duplicates", "--json").objects().count == 1)
    #expect(try sandbox.lines("contacts", "list").count == 3)
    #expect(try sandbox.run("cat", "--domain", "contacts", "/Contacts/two.vcf").output == files["two"])
    // In another domain cards are documents like any others.
    try sandbox.lines("import", "a.vcf", "b.vcf")
    try sandbox.lines("mkdir", "x")
    try sandbox.lines("import", "--into", "/x", "two.vcf")
    #expect(try sandbox.lines("check") == [])
  }

  /// It has to be upgraded before its contacts can be looked at.
  @Test(.enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"))
  func `check does not fail on a store of an earlier version`() throws {
    try add("--given-name", "Anna")
    let database = sandbox.url("data/fileprovider/contacts/items.sqlite").path
    let change = "DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations)"
    try #require(sandbox.startProgram(["sqlite3", database, change], [:]).wait().status == 0)
    let check = try sandbox.run("check", "--domain", "contacts")
    #expect(check.status == 0 && check.lines.isEmpty && check.error.contains("earlier version"), "\(check)")
  }

  /// Those of a provider that is enabled are among the user's contacts.
  @Test func `check looks at the cards of a contact provider`() throws {
    try sandbox.write(card("Carl") + card("Dora"), to: "two.vcf")
    try sandbox.lines("domain", "add", "provided")
    try sandbox.lines("mkdir", "--domain", "provided", "/Contacts")
    try sandbox.lines("import", "--domain", "provided", "--into", "/Contacts", "two.vcf")
    #expect(try sandbox.lines("check", "--domain", "provided").isEmpty)
    let record = #"{"program": "p", "displayName": "P", "isEnabled": true}"#
    try sandbox.write(record, to: "data/fileprovider/provided/contact-provider.json")
    #expect(
      try sandbox.lines("check", "--domain", "provided") == ["/Contacts/two.vcf: not a contact: contains 2 cards"])
    try sandbox.write("{", to: "data/fileprovider/provided/contact-provider.json")
    let check = try sandbox.run("check", "--domain", "provided")
    #expect(check.status == 65 && check.error.contains("contact-provider.json"), "\(check)")
  }

  @Test func `changes are printed`() throws {
    let anna = try add("--given-name", "Anna")
    let first = try sandbox.run("contacts", "tail", "--json").objects()
    #expect(first.map { $0["event"] as? String } == ["drop-everything", "add", "token"])
    #expect(first[1]["identifier"] as? String == anna && first[1]["name"] as? String == "Anna")
    let token = try #require(first[2]["token"] as? String)
    try sandbox.lines("contacts", "edit", anna, "--note", "n")
    try add("--given-name", "Bert", "--author", "com.example.own")
    let next = try sandbox.run("contacts", "tail", "--since", token, "--exclude-author", "com.example.own")
    #expect(next.lines == ["update  \(anna)  Anna"] && next.error.hasPrefix("token: "))
    #expect(first[1]["container"] as? String == "Contacts")
    #expect((first[1]["containerIdentifier"] as? String)?.isEmpty == false)
    // It is for a later run.
    let now = try sandbox.run("contacts", "tail", "--since", "now", "--json").objects()
    #expect(now.map { $0["event"] as? String } == ["token"])
    let follower = try sandbox.start("contacts", "tail", "--since", "now", "--follow")
    // What comes before it listens is not new to it: so several are added.
    let isTold = try eventually {
      try add("--given-name", "Carl")
      return follower.outputSoFar.contains("  Carl\n")
    }
    #expect(isTold)
    follower.signal(SIGINT)
    #expect(follower.wait().status == 0)
  }

  @Test func `groups are listed`() throws {
    let lines = ["UID:g", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1"]
    let group = (["BEGIN:VCARD", "VERSION:3.0", "N:Friends", "FN:Friends"] + lines + ["END:VCARD", ""])
      .joined(separator: "\r\n")
    try sandbox.write(card("Anna", "UID:1") + card("Bert", "UID:2") + group, to: "a.vcf")
    try sandbox.lines("contacts", "import", "a.vcf")
    #expect(try sandbox.lines("contacts", "groups") == ["Friends  1"])
    #expect(try sandbox.lines("contacts", "groups", "Friends") == ["Anna"])
    let object = try #require(try sandbox.run("contacts", "groups", "--json").objects().first)
    #expect((object["members"] as? [String])?.count == 1)
    #expect(try sandbox.run("contacts", "groups", "Pals").error.contains("group “Pals”: no such group"))
    #expect(try sandbox.run("contacts", "groups", "--vcard").status == 64)
    // The group is there already, too.
    #expect(try sandbox.run("contacts", "import", "a.vcf").error == "fileprovider: contacts: 0 added, 3 unchanged\n")
  }

  @Test func `words are completed`() throws {
    try add("--given-name", "Anna", "--family-name", "Baker")
    func offered(_ command: String, _ argument: String, _ word: String) throws -> [String] {
      try sandbox.lines(
        "---completion", "contacts", command, "--", argument, "3", "0", "fileprovider", "contacts", command, word)
    }
    #expect(try offered("show", "positional@0", "An") == ["Anna Baker"])
    #expect(try offered("list", "--container", "C") == ["Contacts"])
  }
}
