import FileProviderInterface
import Foundation

/// What is fetched.
enum ContentRules {
  static let file = ConformanceRule(
    "contents.file", "Fetched contents are a regular file.", page: ApplePage.fetchContents,
    advice: "Write the contents to a file in NSFileProviderManager.temporaryDirectoryURL(), and pass its URL.")

  static let item = ConformanceRule(
    "contents.item", "The item returned with contents is the requested one.",
    page: ApplePage.fetchContents, advice: "Pass the item with the requested identifier, in its present state.")

  static let size = ConformanceRule(
    "contents.size", "A document's contents have documentSize bytes.", page: ApplePage.documentSize,
    advice: "Set documentSize to the number of bytes that fetchContents delivers, or omit it.")

  static let same = ConformanceRule(
    "contents.same", "Fetched contents equal the uploaded ones.", page: ApplePage.fetchContents,
    advice: "Store the bytes as they are; pass shouldFetchContent if the server changes them.", changesItems: true)

  static let checks = [
    RuleCheck(file, checkFile), RuleCheck(item, checkItem), RuleCheck(size, checkSize), RuleCheck(same, checkSame),
  ]

  @Sendable private static func checkFile(_ stage: ValidationStage) throws {
    let fetched = try stage.fetchedDocument()
    if !fetched.isRegular {
      throw Violation("the URL for “\(fetched.document.filename)” is not that of a regular file")
    }
  }

  @Sendable private static func checkItem(_ stage: ValidationStage) throws {
    let fetched = try stage.fetchedDocument()
    guard let item = fetched.item else { throw Violation("contents were returned without an item") }
    guard item.identifier == fetched.document.identifier else {
      throw Violation(
        "the contents of “\(fetched.document.identifier.rawValue)” came with the item “\(item.identifier.rawValue)”")
    }
  }

  @Sendable private static func checkSize(_ stage: ValidationStage) throws {
    let fetched = try stage.fetchedDocument()
    guard let bytes = fetched.bytes, let item = fetched.item, item.identifier == fetched.document.identifier else {
      throw Unmet("there are no contents to measure")
    }
    guard let size = item.size else { throw Unmet("the items have no documentSize") }
    if size != Int64(bytes.count) {
      throw Violation("the documentSize of “\(item.filename)” is \(size) bytes, but \(bytes.count) were fetched")
    }
  }

  @Sendable private static func checkSame(_ stage: ValidationStage) throws {
    // Every byte value, so that nothing is converted on the way.
    let sent = Data((0...255).map { UInt8($0) }) + Data("fileprovider validate\n".utf8)
    let answer = try stage.create("same.bin", sent)
    guard let item = answer.item, answer.pending.isEmpty, !answer.hasOtherContents else {
      throw Unmet("the provider changes the contents")
    }
    guard let bytes = try stage.caller.fetch(item).bytes else { throw Unmet("there are no contents to compare") }
    if bytes != sent {
      throw Violation("\(sent.count) bytes were uploaded, but \(bytes.count) different bytes were fetched")
    }
  }
}
