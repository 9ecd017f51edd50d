import FileProviderInterface
import Foundation
import TestSupport
import PredicateFormat
import Testing

@testable import FileProviderHost

/// The rules of actions, as Apple documents them and as providers write them.
@Suite struct ActivationRuleTests {
  private struct Item: RuleObject {
    var values: [String: RuleValue]
    func value(_ key: String) throws -> RuleValue {
      guard let value = values[key] else { throw ActivationRule.NotUnderstood("no \(key)") }
      return value
    }
  }

  private let items: [any RuleObject] = [
    Item(values: [
      "filename": .text("Ärger.TXT"), "documentSize": .number(12), "uploaded": .truth(true),
      "contentType": .facts(["identifier": .text("public.plain-text")]),
      "userInfo": .facts(["locked": .text("until Monday"), "enabled": .truth(true), "com.example.bit": .number(1)]),
    ]),
    Item(values: [
      "filename": .text("notes"), "documentSize": .null, "uploaded": .truth(false),
      "contentType": .facts(["identifier": .text("public.folder")]), "userInfo": .facts(["enabled": .truth(false)]),
    ]),
  ]

  private static func some(_ condition: String) -> String {
    "SUBQUERY ( fileproviderItems, $fileproviderItem, \(condition) ).@count > 0"
  }

  @Test(arguments: [
    ("TRUEPREDICATE", true), ("falsepredicate", false), ("NOT FALSEPREDICATE", true), ("!TRUEPREDICATE", false),
    (some("$fileproviderItem.userInfo.enabled == true"), true),
    (some("$fileproviderItem.userInfo.enabled == NO"), true),
    (some("$fileproviderItem.userInfo.enabled == 2"), false),
    (some("$fileproviderItem.userInfo.locked != nil"), true),
    (some("$fileproviderItem.userInfo.none == nil && $fileproviderItem.userInfo.none != NO"), true),
    (some("$fileproviderItem.userInfo.none < 3 OR $fileproviderItem.userInfo.locked < 3"), false),
    (some("$fileproviderItem.userInfo.\"com.example.bit\" == YES"), true),
    (some("$fileproviderItem.uploaded == YES AND $fileproviderItem.documentSize > 12"), false),
    (some("$fileproviderItem.uploaded == YES AND ($fileproviderItem.documentSize >= (12))"), true),
    (some("$x.uploaded == YES").replacing("$fileproviderItem,", with: "$x,"), true),
    ("fileproviderItems.@count == 2", true), ("SELF.fileproviderItems.@count != 2", false),
    ("fileproviderItems.@count BETWEEN {1, 2} and fileproviderItems.@count IN {2, 5}", true),
    ("ANY fileproviderItems.filename ENDSWITH[c] '.txt'", true),
    ("ANY fileproviderItems.filename ENDSWITH '.txt'", false),
    ("ANY fileproviderItems.filename BEGINSWITH[cd] \"arg\"", true),
    ("ALL fileproviderItems.filename CONTAINS 'o'", false), ("NONE fileproviderItems.filename CONTAINS 'x'", true),
    ("ANY fileproviderItems.filename LIKE 'n?t*s'", true), ("ANY fileproviderItems.filename LIKE 'n?t'", false),
    ("ANY fileproviderItems.contentType.identifier UTI-CONFORMS-TO 'public.text'", true),
    ("ALL fileproviderItems.contentType.identifier UTI-CONFORMS-TO 'public.text'", false),
    ("ANY fileproviderItems.contentType.identifier UTI-EQUALS 'public.folder'", true),
    ("TRUEPREDICATE OR TRUEPREDICATE AND FALSEPREDICATE", true),
    ("(TRUEPREDICATE OR TRUEPREDICATE) AND FALSEPREDICATE", false), ("-1 < 0.5 && 'b' > 'a'", true),
  ])
  func `a rule holds, or does not`(_ rule: String, _ holds: Bool) throws {
    #expect(try ActivationRule(rule).holds(for: items) == holds)
  }

  @Test(arguments: [
    "", "YES", "fileproviderItems", "TRUEPREDICATE TRUEPREDICATE", "1 ==", "== 1", "(1 == 1", "'open == 1",
    "1.2.3 == 1",
    "NOT 3", "$a == 1", "items.@count > 0", "fileproviderItems.@sum > 0", "fileproviderItems.nothing.@count > 0",
    "fileproviderItems.filename.length > 0", "FUNCTION(1, 'a') == 1", "1 MATCHES '.*'", "1 ==[x] 1", "1 & 1 == 1",
    "SUBQUERY(fileproviderItems, x, TRUEPREDICATE).@count > 0", "ANY 1 == 1", "ANY 1", "1 BETWEEN 2", "{1, 2 == 1",
    "'\\q' == 1", "fileproviderItems.filename.@count", some("$fileproviderItem.uploadded == YES"),
    "FALSEPREDICATE AND $a == 1", "TRUEPREDICATE OR items == 1", "1 == TRUEPREDICATE", "nil.@count.x == 1",
    String(repeating: "(", count: 5000), String(repeating: "NOT ", count: 2000) + "TRUEPREDICATE",
    String(repeating: "{", count: 9990), String(repeating: "SUBQUERY(", count: 1100),
    String(repeating: "(SUBQUERY({", count: 900), "fileproviderItems" + String(repeating: ".a", count: 4900) + " == 1",
    String(repeating: "x", count: 20_000),
  ])
  func `what is no rule, or asks for what no item has, is not understood`(_ rule: String) {
    #expect(throws: ActivationRule.NotUnderstood.self) { try ActivationRule(rule).holds(for: items) }
  }

  @Test func `regular expressions are refused when a rule is read`() {
    for rule in ["FALSEPREDICATE AND 'x' MATCHES 'y'", "SUBQUERY({}, $x, $x MATCHES 'y').@count = 0"] {
      #expect(throws: ActivationRule.NotUnderstood("“MATCHES” is not understood")) { try ActivationRule(rule) }
    }
  }

  @Test func `a long row of conditions is understood up to a bound, at which a message names it`() throws {
    for link in [" AND ", " OR ", "&&", "||"] {
      let conditions = Array(repeating: "1<2", count: 201)
      #expect(try ActivationRule(conditions.joined(separator: link)).holds(for: items))
      let longer = (conditions + ["1<2"]).joined(separator: link)
      #expect(throws: ActivationRule.NotUnderstood("it joins more than 201 conditions")) { try ActivationRule(longer) }
    }
  }

  @Test func `a rule knows what the provider says of the domain`() throws {
    let said: [String: Any] = [
      "level": 3, "name": "team", "on": true, "since": Date(timeIntervalSince1970: 0), "list": [1, "b"] as [Any],
    ]
    let facts = said.mapValues { RuleValue(propertyList: $0) }
    for condition in [
      "domainUserInfo.level == 3", "domainUserInfo.name == 'team' AND domainUserInfo.on == YES",
      "domainUserInfo.since BEGINSWITH '1970-'", "domainUserInfo.list CONTAINS 'b' AND 1 IN domainUserInfo.list",
      "domainUserInfo.none == nil",
    ] {
      #expect(try ActivationRule(condition).holds(for: items, domainFacts: facts), "\(condition)")
      #expect(try !ActivationRule("NOT (\(condition))").holds(for: items, domainFacts: facts), "\(condition)")
    }
    #expect(try !ActivationRule("domainUserInfo.level == 3").holds(for: items))
  }

  /// Rules are a stranger's text: whatever they are made of, they hold, do not hold, or are not understood.
  @Test func `any order of words ends`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let words = [
      "(", ")", "NOT", "AND", "OR", "==", "<", "ANY", "SUBQUERY", ",", "$a", "fileproviderItems", ".", "@count", "'a'",
      "1", "{", "}", "TRUEPREDICATE", "IN", "BETWEEN", "nil", "filename", "-", "[c]",
    ]
    for _ in 0..<3000 {
      let rule = (0..<Int.random(in: 1...14, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      do { _ = try ActivationRule(rule.joined(separator: " ")).holds(for: items) } catch {
        #expect(error is ActivationRule.NotUnderstood, "seed \(seed): \(rule)")
      }
    }
  }
}
