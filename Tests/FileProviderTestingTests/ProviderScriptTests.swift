import FileProvider
import FileProviderTesting
import Foundation
import Testing

/// Scripts are values that can be kept as JSON.
@Suite struct ProviderScriptTests {
  @Test(arguments: ProviderScript.named.keys.sorted())
  func `every named case survives being written and read`(_ name: String) throws {
    let script = try #require(ProviderScript.named[name])
    let data = try JSONEncoder().encode(script)
    #expect(try JSONDecoder().decode(ProviderScript.self, from: data) == script)
  }

  @Test
  func `what is usual may be left out of the JSON`() throws {
    let json = #"""
      {"items": [{"identifier": "d", "name": "docs", "kind": "folder"}, {"identifier": "f", "parent": "d", "name": "f"}],
       "faults": [{"call": "page", "identifier": "d", "effect": "error", "code": -1005, "times": 1}]}
      """#
    let script = try JSONDecoder().decode(ProviderScript.self, from: Data(json.utf8))
    #expect(script.items.map(\.parent) == [MemoryItem.root, "d"])
    #expect(script.faults == [.failing(.noSuchItem, in: .page, of: "d", times: 1)])
    #expect(script.pageSize == 3)
  }
}
