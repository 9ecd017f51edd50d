import PredicateFormat
import Testing

@testable import FoundationExtras

/// Conditions as texts, with what macOS answers.
@Suite struct PredicateTests {
  private class Named: NSObject {
    let name: String
    init(_ name: String) { self.name = name }
  }

  private final class Document: Named {
    let size: Int64 = 5
    let changed: Date? = Date(timeIntervalSince1970: 9)
    let opened: Date? = nil
    let isDone = true
    let tags = ["red", "Blue"]
    let facts: [String: Any] = ["owner": ["name": "Ann"], "none": NSNull()]
  }

  private let id = UUID()
  private let document = Document("Ärger.TXT")

  private static func holds(_ format: String, _ arguments: [Any], _ object: Any?) -> Bool {
    NSPredicate(format: format, argumentArray: arguments).evaluate(with: object)
  }

  @Test func `a pattern is compared with a name as on macOS`() {
    let pattern = "*.txt"
    #expect(NSPredicate(format: "SELF LIKE[c] %@", pattern).evaluate(with: "Notes.TXT"))
    #expect(!NSPredicate(format: "SELF LIKE %@", pattern).evaluate(with: "Notes.TXT"))
  }

  @Test func `values of any kind are given with a format`() {
    let (limit, size, names) = (Date(timeIntervalSince1970: 10), 5, ["b", "Ärger.TXT"])
    let format = "changed < %@ AND size == %ld AND name IN %@ AND %K == %@ AND size > %f"
    for date in [limit as CVarArg, NSDate(timeIntervalSince1970: 10)] {
      #expect(
        NSPredicate(format: format, date, size, names, "isDone", NSNumber(value: true), 4.5).evaluate(
          with: document))
    }
    let documents: NSArray = [document, Document("other")]
    #expect(documents.filtered(using: NSPredicate(format: "name != %@", "other")).count == 1)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "SELF > 1"), NSPredicate(format: "SELF < %d", 3),
    ])
    #expect(both.evaluate(with: 2))
    #expect(!both.evaluate(with: 3))
    #expect(NSPredicate(format: "SELF == $v").evaluate(with: 3, substitutionVariables: ["v": 3]))
  }

  @Test(arguments: [
    ("TRUEPREDICATE", true), ("FALSEPREDICATE", false), ("NOT FALSEPREDICATE", true), ("!(1 = 2)", true),
    ("FALSEPREDICATE AND TRUEPREDICATE OR TRUEPREDICATE", true), ("FALSEPREDICATE && (1 = 1 || 1 = 1)", false),
    ("name == 'ärger.txt'", false), ("name ==[c] 'ärger.txt'", true), ("name =[cd] \"ARGER.txt\"", true),
    ("name <> 'x'", true), ("SELF.name CONTAINS 'ger'", true), ("name CONTAINS[d] 'Arg'", true),
    ("name BEGINSWITH[cd] 'arg'", true), ("name BEGINSWITH[c] 'arg'", false), ("name ENDSWITH '.TXT'", true),
    ("'ger' IN name", true), ("name LIKE '?rger*'", true), ("name LIKE 'rger'", false), ("name LIKE '*'", true),
    ("name MATCHES '.rger\\\\.[A-Z]{3}'", true), ("name MATCHES 'rger'", false), ("'ab' MATCHES 'a|ab'", true),
    ("name MATCHES[cd] 'A\\\\D+txt'", true), ("'b' > 'a'", true), ("'B' < 'a'", true), ("'B' <[c] 'a'", false),
    ("size = 5", true), ("size != 5", false), ("size < 5", false), ("size <= 5 AND size =< 5", true),
    ("size > -1", true),
    ("size >= 5.5 OR size => 6", false), ("size BETWEEN {5, 6}", true), ("size BETWEEN {1, 4}", false),
    ("size IN {1, 5}", true), ("{1, 5} CONTAINS size", true), ("NOT size IN {1, 2}", true), ("size = '5'", false),
    ("isDone == YES AND isDone = true AND isDone = 1", true), ("isDone == NO", false),
    ("opened == nil AND opened = NULL", true), ("changed != nil", true), ("facts.none == NIL", true),
    ("opened CONTAINS 'a' OR opened LIKE '*'", false), ("opened < 5", false), ("opened.day = nil", true),
    ("facts.owner.name == 'Ann'", true), ("facts.owner.age == nil", true), ("facts.owner.name.length = 3", true),
    ("ANY tags == 'red'", true), ("SOME tags ==[c] 'blue'", true), ("ALL tags CONTAINS 'e'", true),
    ("ALL tags = 'red'", false), ("NONE tags = 'green'", true), ("tags.@count = 2", true), ("'red' IN tags", true),
    ("ANY tags.length = 4", true), ("SUBQUERY(tags, $t, $t ENDSWITH 'e').@count = 1", true),
    ("1e3 = 1000 AND 1.5E-1 = 0.15 AND 2e+1 = 20", true), ("0x1F = 31 AND 0XfF = 255", true), ("-0x10 = -16", true),
    ("9007199254740993 = 9007199254740992", false), ("9007199254740993 > 9007199254740992", true),
    ("-9223372036854775807 < -9223372036854775806", true), ("'a' ==[n] 'A' OR 'a' ==[cdn] 'A'", false),
    ("'a' ==[n] 'a' AND 'a' <[l] 'b' AND 'a' ==[cdl] 'Ä'", true), ("'a\\rb' MATCHES 'a\\\\sb'", true),
    ("'a*' LIKE 'a\\\\*' AND 'a?' LIKE '*\\\\?'", true), ("'ab' LIKE 'a\\\\*' OR 'ab' LIKE 'a\\\\?'", false),
    ("'a\\\\' LIKE 'a\\\\\\\\'", true), ("'a\\\\' LIKE 'a\\\\'", true),
    ("'public.png' UTI-CONFORMS-TO 'public.image'", true), ("'public.png' UTI-EQUALS 'public.image'", false),
  ])
  func `a condition on an object holds, or does not`(_ format: String, _ holds: Bool) {
    #expect(Self.holds(format, [], document) == holds)
  }

  @Test func `the object itself may be any value`() {
    let one: (String, Any?) -> Bool = { Self.holds($0, [], $1) }
    #expect(one("SELF == 'a'", "a") && one("self = 'a'", NSString(string: "a")) && one("SELF = nil", nil))
    #expect(one("SELF = 7", UInt8(7)) && one("SELF > 1.5", NSNumber(value: 2)) && one("SELF == YES", true))
    #expect(one("pathExtension = 'txt'", "a/b.txt") && one("lastPathComponent = 'b'", URL(fileURLWithPath: "/a/b")))
    #expect(one("a.b = 1", ["a": ["b": 1]]) && one("a.b = 1", NSDictionary(dictionary: ["a": ["b": 1]])))
    #expect(one("ANY SELF = 2", NSSet(array: [1, 2])) && one("ANY name = 'a'", [["name": "a"], ["name": "b"]]))
    #expect(Self.holds("%K = 1", ["a.b"], ["a": ["b": 1]]) && Self.holds("a.%K = 1", ["b"], ["a": ["b": 1]]))
    #expect(Self.holds("SELF BETWEEN %@ AND SELF IN {%d, 2}", [[1, 3], 3], 3))
    #expect(Self.holds("SELF IN %@", [Set(["a", "b"])], "a") && !Self.holds("SELF IN %@", [NSSet(array: ["a"])], "b"))
    #expect(Self.holds("SELF = %@", [id], id) && !Self.holds("SELF = %@", [UUID()], id))
    #expect(Self.holds("SELF = '\\r'", [], "\r") && Self.holds("SELF = 9007199254740993", [], 9_007_199_254_740_993))
    #expect(Self.holds("SELF = '%@'", [], "%@"), "no value stands between quotes")
  }

  @Test func `a value is equal under its name in Swift and in Objective-C`() {
    let (url, data) = (URL(fileURLWithPath: "/a/b"), Data("ab".utf8))
    let pairs: [(Any, Any, other: Any)] = [
      (id, NSUUID(uuidString: id.uuidString) as Any, UUID()),
      (url, NSURL(fileURLWithPath: "/a/b"), URL(fileURLWithPath: "/a")),
      (data, NSData(data: data), Data("a".utf8)),
    ]
    for (swift, objectiveC, other) in pairs {
      for (one, another) in [(swift, objectiveC), (objectiveC, swift), (objectiveC, objectiveC), (swift, swift)] {
        #expect(
          Self.holds("SELF = %@ AND SELF IN {%@}", [one, one], another), "\(type(of: one)), \(type(of: another))")
        #expect(Self.holds("SELF != %@", [other], another))
      }
    }
    #expect(Self.holds("lastPathComponent = 'b'", [], NSURL(fileURLWithPath: "/a/b")))
  }

  @Test(arguments: [
    "", "SELF", "SELF ==", "== 1", "(1 == 1", "0x = 0", "0x10000000000000000 = 1", "1e = 1", "SELF ==[cx] 1",
    "SELF.@max = 1", "1 == 1)", "'open == 1", "{1, 2 == 1", "SELF ==[x] 1", "SELF = %@",
    "SELF = %",
    "SELF = %s", "FUNCTION(SELF, 'a') = 1", "SELF + 1 = 2", "SELF[0] = 1", "isDone", "NOT 3", "1 = TRUEPREDICATE",
    String(repeating: "(", count: 100_000), String(repeating: "NOT ", count: 100_000) + "TRUEPREDICATE",
  ])
  func `what is no condition is not understood`(_ format: String) {
    #expect(throws: PredicateSyntax.NotUnderstood.self) { try FormattedPredicate(format, []) }
  }

  @Test func `a program's own long condition is understood`() {
    #expect(Self.holds(Array(repeating: "SELF = 2", count: 1000).joined(separator: " OR "), [], 2))
  }

  @Test func `a malformed format and a key that nothing has end the process`() async {
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "SELF ==") }
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "size = 1").evaluate(with: Date()) }
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "SELF MATCHES '('").evaluate(with: "a") }
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "ANY SELF = 1").evaluate(with: 1) }
  }
}
