import FileProviderReplica
import Foundation
import Testing

@testable import FileProviderHost

@Suite("An extension's Info.plist") struct ProviderInformationTests {
  private func information(_ own: [String: Any], _ outer: [String: Any] = [:]) throws -> ProviderInformation {
    let facts = outer.merging(["NSExtension": own]) { $1 }
    let data = try PropertyListSerialization.data(fromPropertyList: facts, format: .xml, options: 0)
    return try #require(ProviderInformation(data))
  }

  @Test func `says how many calls run at once, within Apple's bounds`() throws {
    let deep = try information([
      "NSExtensionFileProviderDownloadPipelineDepth": 3, "NSExtensionFileProviderUploadPipelineDepth": 5,
      "NSExtensionFileProviderMetadataOnlyUploadPipelineDepth": 7,
    ]).limits()
    #expect(deep.downloads == 3 && deep.uploads == 5 && deep.pushes == 12)
    let odd = try information([
      "NSExtensionFileProviderDownloadPipelineDepth": 0, "NSExtensionFileProviderUploadPipelineDepth": 1000,
      "NSExtensionFileProviderMetadataOnlyUploadPipelineDepth": "many",
    ]).limits()
    #expect(odd.downloads == 1 && odd.uploads == 128 && odd.pushes == 128)
    let none = try information([:]).limits()
    #expect(none.downloads == 8 && none.uploads == 2 && none.pushes == 4)
  }

  @Test func `lists actions, and leaves out what is none`() throws {
    let actions = try information([
      "NSExtensionFileProviderActions": [
        [
          "NSExtensionFileProviderActionIdentifier": "a", "NSExtensionFileProviderActionName": "Do A",
          "NSExtensionFileProviderActionActivationRule": "TRUEPREDICATE",
        ],
        ["NSExtensionFileProviderActionIdentifier": "b"], ["NSExtensionFileProviderActionName": "nameless"], "odd",
      ] as [Any]
    ]).actions
    #expect(actions.map(\.identifier) == ["a", "b"] && actions.map(\.name) == ["Do A", "b"])
    #expect(actions.map(\.rule) == ["TRUEPREDICATE", nil])
  }

  @Test func `has an identifier, unless a build system has yet to fill it in`() throws {
    #expect(try information([:], ["CFBundleIdentifier": "org.example.a"]).identifier == "org.example.a")
    #expect(try information([:], ["CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)"]).identifier == nil)
    #expect(ProviderInformation(Data("no property list".utf8)) == nil)
    #expect(ProviderInformation(Data()) == nil)
  }

  @Test func `is what the main bundle says, which keeps what it said before`() throws {
    let name = "org.example.bundle-\(UUID().uuidString)"
    let before = Bundle.main.bundleIdentifier
    MainBundle.describe(
      try information([:], ["Text\(name)": "a", "List\(name)": ["b", 3] as [Any], "Flag\(name)": true]), as: name)
    #expect(Bundle.main.bundleIdentifier == before ?? name)
    #expect(Bundle.main.object(forInfoDictionaryKey: "Text\(name)") as? String == "a")
    #expect((Bundle.main.object(forInfoDictionaryKey: "List\(name)") as? [Any])?.count == 2)
    #expect(Bundle.main.object(forInfoDictionaryKey: "Flag\(name)") as? Bool == true)
    MainBundle.describe(try information([:], ["Text\(name)": "other"]), as: nil)
    #expect(Bundle.main.object(forInfoDictionaryKey: "Text\(name)") as? String == "a")
  }
}
