import Foundation
import FoundationExtras
import TestSupport
import Testing

@Suite struct StorableResourceValuesTests {
  @Test func `marks that Linux does not know are left out, and the dates are set`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("text", to: "document")
    var url = sandbox.url("document")
    var values = URLResourceValues()
    (values.isHidden, values.hasHiddenExtension, values.isUserImmutable) = (false, true, false)
    values.contentModificationDate = Date(timeIntervalSince1970: 1_000)
    try url.setStorableResourceValues(values)
    let date = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1_000))
  }

  @Test func `what Foundation cannot set is an error, as before`() {
    var url = URL(fileURLWithPath: "/nonexistent/document")
    var values = URLResourceValues()
    values.contentModificationDate = Date()
    #expect(throws: (any Error).self) { try url.setStorableResourceValues(values) }
  }
}
