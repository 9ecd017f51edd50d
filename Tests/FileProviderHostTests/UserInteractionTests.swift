import FileProviderProcess
import Foundation
import Testing

@testable import FileProviderHost
@testable import FileProviderProgram

/// What a provider wants asked before an action, as Apple's header has it.
@Suite struct UserInteractionTests {
  private struct Item: RuleObject {
    var values: [String: RuleValue]
    func value(_ key: String) -> RuleValue { values[key] ?? .null }
  }

  private func item(_ name: String, isShared: Bool = false) -> RuleValue {
    .object(Item(values: ["filename": .text(name), "isShared": .truth(isShared)]))
  }

  private func action(_ kind: UserAction.Kind, _ names: [String], to folder: RuleValue = .null) -> UserAction {
    UserAction(kind: kind, parts: names.map { .init(source: item($0), destination: folder) })
  }

  private func alert(
    _ entries: [[String: Any]], _ action: UserAction, suppressed: Set<String> = [], notUnderstood: Int = 0
  ) throws -> FoundAlert? {
    let facts = ["NSExtension": ["NSFileProviderUserInteractions": entries]]
    let data = try PropertyListSerialization.data(fromPropertyList: facts, format: .xml, options: 0)
    let interactions = try #require(ProviderInformation(data)).interactions
    var unclear = 0
    let search = AlertSearch(action: action, isSuppressed: suppressed.contains) { _, _ in unclear += 1 }
    defer { #expect(unclear == notUnderstood) }
    return try search.find(in: interactions)
  }

  private func entry(_ rule: String, _ title: Any) -> [String: Any] {
    ["ActivationRule": rule, "Alert": ["LocalizedTitle": title]]
  }

  @Test func `the first whose rule holds for an item is shown, and no other`() throws {
    let entries = [
      entry("action == 'Rename'", "a"), entry("sourceItem.filename CONTAINS 'x'", "b"), entry("TRUEPREDICATE", "c"),
    ]
    #expect(try alert(entries, action(.rename, ["x"]))?.title == "a")
    #expect(try alert(entries, action(.delete, ["y", "x"]))?.title == "b")
    #expect(try alert(entries, action(.trash, ["y"]))?.title == "c")
    #expect(try alert(Array(entries.prefix(2)), action(.move, ["y"])) == nil)
    #expect(try alert(entries, action(.delete, [])) == nil)
  }

  @Test func `inner ones are asked about the items for which the outer one holds`() throws {
    let count: [String: Any] = [
      "NSStringFormat": "%@ of %1$@ and %2$d, %ld left, %@, 100 %% %q",
      "NSStringFormatValues": [
        "firstMatchingItem.filename", "matchingItemsCount", "matchingItemsCountMinusOne", "secondMatchingItem.filename",
      ],
    ]
    let entries: [[String: Any]] = [
      [
        "ActivationRule": "sourceItem.filename BEGINSWITH 'n' AND sourceItemsCount == 4", "HelpURL": "app:help",
        "SubInteractions": [entry("sourceItemsCount == 1", "one"), entry("sourceItemsCount > 1", count)],
      ],
      entry("TRUEPREDICATE", "other"),
    ]
    let some = try #require(try alert(entries, action(.delete, ["n1", "m", "n2", "n3"])))
    #expect(some.title == "n1 of n1 and 3, 3 left, 2, 100 % %q" && some.help == "app:help")
    #expect(try alert(entries, action(.delete, ["n1", "m", "o", "p"]))?.title == "one")
    // Nothing inside applies, so the next is tried.
    #expect(try alert(entries, action(.delete, ["n", "n"]))?.title == "other")
  }

  @Test func `a text without values keeps its percent signs, and one with unknown values leaves them out`() throws {
    #expect(try alert([entry("TRUEPREDICATE", "50 %@ %%")], action(.delete, ["x"]))?.title == "50 %@ %%")
    for path in ["nothing", "sourceItem.filename.length", "", "destinationItem.filename"] {
      let text: [String: Any] = ["NSStringFormat": "<%@|%@|%9$@|%", "NSStringFormatValues": [path]]
      #expect(try alert([entry("TRUEPREDICATE", text)], action(.delete, ["x"]))?.title == "<|||%", "\(path)")
    }
  }

  @Test func `words, whether one may go on, and where they stand`() throws {
    let plain = try #require(try alert([entry("TRUEPREDICATE", "t")], action(.delete, ["x"])))
    #expect(plain.mayContinue && plain.continueWord == "Continue" && plain.cancelWord == "Cancel")
    let own: [String: Any] = [
      "LocalizedTitle": "t", "LocalizedSubTitle": "s", "LocalizedRecoveryOptions": ["Continue": "Do", "Cancel": "Not"],
      "RecoveryOptions": ["Continue": false],
    ]
    let alert1 = try #require(
      try alert([["ActivationRule": "TRUEPREDICATE", "Alert": own]], action(.delete, ["x"])))
    #expect(!alert1.mayContinue && alert1.continueWord == "Do" && alert1.cancelWord == "Not" && alert1.details == "s")
    // Apple's example has them beside the alert.
    var beside = entry("TRUEPREDICATE", "t")
    beside["RecoveryOptions"] = ["Continue": false]
    #expect(try alert([beside], action(.delete, ["x"]))?.mayContinue == false)
  }

  @Test func `what is suppressed is left out with all inside it, and the next is shown`() throws {
    let inner: [[String: Any]] = [entry("TRUEPREDICATE", "in")]
    var entries: [[String: Any]] = [
      ["ActivationRule": "TRUEPREDICATE", "SubInteractions": inner, "SuppressionIdentifier": "s"],
      ["ActivationRule": "TRUEPREDICATE", "Alert": ["LocalizedTitle": "old"], "SupressionIdentifier": "o"],
    ]
    let shown = try #require(try alert(entries, action(.delete, ["x"])))
    #expect(shown.title == "in" && shown.suppression == "s")
    #expect(try alert(entries, action(.delete, ["x"]), suppressed: ["s"])?.suppression == "o")
    #expect(try alert(entries, action(.delete, ["x"]), suppressed: ["s", "o"]) == nil)
    entries[0]["ActivationRule"] = "action == 'Move'"
    #expect(try alert(entries, action(.delete, ["x"]))?.title == "old")
  }

  /// The example in Apple's header, and what its sample asks.
  @Test func `rules know the folder, the new name and what comes from outside`() throws {
    let shared =
      "sourceItem.isShared == NO AND destinationItem.isShared == YES AND action == \"Move\" AND sourceItemsCount == 1"
    let folder = item("Team", isShared: true)
    let text: [String: Any] = [
      "NSStringFormat": "Are you sure you want to move %@ into %@?",
      "NSStringFormatValues": ["firstMatchingItem.filename", "destinationItem.filename"],
    ]
    #expect(
      try alert([entry(shared, text)], action(.move, ["a.txt"], to: folder))?.title
        == "Are you sure you want to move a.txt into Team?")
    #expect(try alert([entry(shared, text)], action(.copy, ["a.txt"], to: folder)) == nil)
    let name = "destinationItem.filename CONTAINS '-' AND sourceItem.filename CONTAINS 'plain'"
    let new = RuleValue.object(NamedItem(filename: "a-b"))
    #expect(try alert([entry(name, "no hyphens")], action(.rename, ["plain"], to: new))?.title == "no hyphens")
    let outside = UserAction(
      kind: .copyIn, parts: [.init(destination: folder)], domainFacts: ["warns": .truth(true)])
    let rule = "domainUserInfo.warns == 1 AND (action == 'MoveIn' OR action == 'CopyIn') AND sourceItemsCount <= 1"
    #expect(try alert([entry(rule, "into a team")], outside)?.title == "into a team")
  }

  @Test func `what is not understood, or no entry, shows nothing`() throws {
    let odd: [[String: Any]] = [
      ["Alert": ["LocalizedTitle": "no rule"]], ["ActivationRule": 3], ["ActivationRule": "TRUEPREDICATE"],
      entry("sourceItem ==", "unclear"), entry("item.filename == 'x'", "unclear"), entry("TRUEPREDICATE", "last"),
    ]
    #expect(try alert(odd, action(.delete, ["x"]), notUnderstood: 2)?.title == "last")
    var nested: [String: Any] = entry("TRUEPREDICATE", "deep")
    for _ in 0..<30 { nested = ["ActivationRule": "TRUEPREDICATE", "SubInteractions": [nested]] }
    #expect(try alert([nested], action(.delete, ["x"])) == nil)
    let single: [String: Any] = [
      "ActivationRule": "TRUEPREDICATE", "SubInteractions": entry("TRUEPREDICATE", "in a dictionary"),
    ]
    #expect(try alert([single], action(.delete, ["x"]))?.title == "in a dictionary")
  }

  @Test func `a provider that cannot be asked is asked once, and keeps nothing`() throws {
    var asked = 0
    let silent = SuppressedInteractions { _ in
      asked += 1
      return nil
    }
    #expect(try !silent.contains("one") && !silent.contains("two") && !silent.isKept("three"))
    try silent.add("one")
    #expect(asked == 1)
    let broken = SuppressedInteractions { _ in
      asked += 1
      throw CommandFailure("x", "it is not there")
    }
    #expect(try !broken.contains("one") && !broken.isKept("two") && asked == 2)
    var questions: [String] = []
    let answering = SuppressedInteractions { question in
      questions.append(question.identifier)
      return question.identifier == "one" ? .suppressed : .shown
    }
    #expect(try answering.contains("one") && answering.isKept("one") && !answering.contains("two"))
    #expect(questions == ["one", "two"])
  }
}
