import CDarwin
import FoundationExtras
import Testing

/// Foundation's collections that may let their objects go, and other names that Linux's Foundation has not.
@Suite struct WeakCollectionTests {
  private final class Listener {}

  @Test func `a set keeps each object once, and a weak one lets it go`() {
    let strong = NSHashTable<NSString>()
    strong.add("one")
    strong.add(NSMutableString(string: "one"))
    strong.add("two")
    strong.add(nil)
    #expect(strong.count == 2 && strong.allObjects == ["one", "two"] && strong.anyObject == "one")
    #expect(strong.contains("two") && !strong.contains("three") && strong.member("one") == "one")
    strong.remove("one")
    #expect(strong.allObjects == ["two"])
    strong.removeAllObjects()
    #expect(strong.count == 0)
    let weak = NSHashTable<Listener>.weakObjects()
    var listener: Listener? = Listener()
    weak.add(listener)
    #expect(weak.count == 1 && weak.contains(listener))
    listener = nil
    #expect(weak.count == 0 && weak.anyObject == nil)
  }

  @Test func `a table finds an object by its key, as long as both are there`() {
    let strong = NSMapTable<NSString, NSNumber>.strongToStrongObjects()
    strong.setObject(1, forKey: "one")
    strong.setObject(2, forKey: "two")
    strong.setObject(3, forKey: "one")
    #expect(strong.object(forKey: "one") == 3 && strong.object(forKey: "none") == nil && strong.count == 2)
    #expect(strong.keyEnumerator().allObjects as? [String] == ["two", "one"])
    #expect(strong.objectEnumerator()?.allObjects.count == 2)
    strong.removeObject(forKey: "two")
    #expect(strong.count == 1)
    strong.removeAllObjects()
    #expect(strong.count == 0)
    let values = NSMapTable<Listener, Listener>.strongToWeakObjects()
    let keys = NSMapTable<Listener, Listener>.weakToStrongObjects()
    let both = NSMapTable<Listener, Listener>.weakToWeakObjects()
    let (key, value) = (Listener(), Listener())
    for (table, hasKey) in [(values, true), (keys, false), (both, true), (both, false)] {
      var known: Listener? = Listener()
      table.setObject(hasKey ? known : value, forKey: hasKey ? key : known)
      #expect(table.count == 1 && table.object(forKey: hasKey ? key : known) != nil)
      known = nil
      #expect(table.count == 0)
    }
  }

  @Test func `a text for people is the one that is written`() {
    let name = "notes"
    #expect(String(localized: "Open \(name)", comment: "a button") == "Open notes")
    #expect(String(localized: "open", defaultValue: "Open \(2) notes") == "Open 2 notes")
    #expect(String.LocalizationValue("a") == "a" && String(localized: String.LocalizationValue("b")) == "b")
  }

  @Test func `an error tells what led to it`() {
    let (first, second) = (NSError(domain: "a", code: 1), NSError(domain: "b", code: 2))
    let error = NSError(
      domain: "c", code: 3, userInfo: [NSUnderlyingErrorKey: first, "NSMultipleUnderlyingErrorsKey": [second]])
    #expect(error.underlyingErrors.map { ($0 as NSError).domain } == ["b", "a"])
    #expect(first.underlyingErrors.isEmpty)
  }

  @Test func `a path below the home directory is shown with a tilde, and no other`() {
    #expect(
      (NSHomeDirectory() + "/a" as NSString).abbreviatingWithTildeInPath == (NSHomeDirectory() == "/" ? "//a" : "~/a"))
    #expect(("/other/a" as NSString).abbreviatingWithTildeInPath == "/other/a")
    #expect(ProcessInfo.processInfo.thermalState == ProcessInfo.ThermalState.nominal && MAXPATHLEN == PATH_MAX)
    #expect([ProcessInfo.ThermalState.fair, .serious, .critical].map(\.rawValue) == [1, 2, 3])
  }

  @Test func `a task waits for notifications`() async {
    let center = NotificationCenter()
    let notices = center.notifications(named: Notification.Name("told"))
    center.post(name: Notification.Name("told"), object: nil, userInfo: ["number": 7])
    center.post(name: Notification.Name("other"), object: nil)
    center.post(name: Notification.Name("told"), object: nil, userInfo: ["number": 8])
    var numbers: [Int] = []
    for await notice in notices {
      numbers.append(notice.userInfo?["number"] as? Int ?? 0)
      if numbers.count == 2 { break }
    }
    #expect(numbers == [7, 8])
  }
}
