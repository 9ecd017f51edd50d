import FoundationExtras
import TestSupport
import Testing

/// What Foundation brings along on macOS.
@Suite("Names of CoreFoundation") struct CoreFoundationTests {
  @Test func `objects of Foundation have the names of CoreFoundation`() throws {
    let place = URL(fileURLWithPath: "/") as CFURL
    let list = [1, 2] as CFArray
    let pairs = ["key": 3] as CFDictionary
    let day = Date.distantPast as CFDate
    let bytes = Data([1]) as CFData
    let number = 3 as CFNumber
    let values: [CFTypeRef] = [place, list, pairs, day, bytes, number]
    #expect(values.allSatisfy { $0 is NSObject })
    #expect(pairs["key"] as? Int == 3 && number.intValue == 3)
    #expect(kCFBooleanTrue == true as CFBoolean && kCFBooleanFalse == false as CFBoolean)
    let changing = (CFMutableData(), CFMutableArray(), CFMutableDictionary())
    changing.0.append(bytes as Data)
    changing.1.add(list)
    changing.2["key"] = 4
    #expect(changing.0.length == 1 && changing.1.count == 1 && changing.2.count == 1)
    let failure: CFError? = NSError(domain: NSOSStatusErrorDomain, code: Int(noErr))
    #expect(failure?.code == 0)
  }

  @Test func `objects tell their kind, and a truth value is no number`() throws {
    let kinds: [(CFTypeRef, CFTypeID)] = [
      ("text" as CFString, CFStringGetTypeID()), (Data() as CFData, CFDataGetTypeID()),
      ([1] as CFArray, CFArrayGetTypeID()), (["key": 1] as CFDictionary, CFDictionaryGetTypeID()),
      (1 as CFNumber, CFNumberGetTypeID()), (2.5 as CFNumber, CFNumberGetTypeID()),
      (true as CFBoolean, CFBooleanGetTypeID()), (Date() as CFDate, CFDateGetTypeID()),
      (URL(fileURLWithPath: "/") as CFURL, CFURLGetTypeID()),
    ]
    for (object, kind) in kinds { #expect(CFGetTypeID(object) == kind, "\(object)") }
    #expect(Set(kinds.map(\.1)).count == 8)
    let list: CFPropertyList = try #require(
      JSONSerialization.jsonObject(with: Data(#"{"open": true, "count": 1}"#.utf8)) as? NSDictionary)
    let pairs = try #require(list as? [String: NSNumber])
    #expect(CFGetTypeID(pairs["open"]) == CFBooleanGetTypeID() && CFGetTypeID(pairs["count"]) == CFNumberGetTypeID())
    #expect(CFGetTypeID(NSObject()) == 0 && CFGetTypeID(nil) == 0)
    let allocator: CFAllocator? = kCFAllocatorDefault
    let identifier: CFUUID = CFUUIDCreate(allocator)
    #expect(CFUUIDCreateString(allocator, identifier) as String == identifier.uuidString)
  }

  @Test func `numbers of C have their sizes`() {
    let (status, index, span): (OSStatus, CFIndex, CFTimeInterval) = (noErr, 7, 0.5)
    #expect(status == 0 && index == 7 && span == 0.5)
    #expect(MemoryLayout<OSStatus>.size == 4 && MemoryLayout<FourCharCode>.size == 4)
  }

  @Test func `units of time are so many of another`() {
    #expect(NSEC_PER_SEC == 1000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1000 * NSEC_PER_USEC)
    #expect(NSEC_PER_SEC == NSEC_PER_USEC * USEC_PER_SEC)
    let span = Duration.nanoseconds(Int64(2 * NSEC_PER_SEC))
    #expect(span == .seconds(2))
  }

  @Test func `a dictionary is made of another, and a text of a format`() {
    let old: NSDictionary = ["key": 3, 4: "value"]
    let new = NSDictionary(dictionary: old)
    #expect(new == old)
    let changing = NSMutableDictionary(dictionary: old)
    changing["key"] = 5
    #expect(old["key"] as? Int == 3 && changing["key"] as? Int == 5 && changing[4] as? String == "value")
    let text = NSMutableString(string: "a")
    text.appendFormat(" %@ %d", "b" as NSString, 3)
    text.appendFormat("%%")
    #expect(text == "a b 3%")
  }
}
