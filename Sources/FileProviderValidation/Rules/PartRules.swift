import FileProviderInterface
import Foundation

/// Documents of which only a part is fetched.
enum PartRules {
  static let range = ConformanceRule(
    "parts.range", "A range covers all requested bytes, and none beyond the document's end.",
    page: ApplePage.fetchPartialContents,
    advice: "Deliver minimalRange or a larger range around it, and report that range.", changesItems: true)

  static let alignment = ConformanceRule(
    "parts.alignment", "A range starts and ends at a multiple of the alignment, or at the document's end.",
    page: ApplePage.fetchPartialContents,
    advice: "Round the start down and the end up to the alignment before calling the server.", changesItems: true)

  static let contents = ConformanceRule(
    "parts.contents", "In the file of a range, each byte is at its offset in the document.",
    page: ApplePage.fetchPartialContents,
    advice: "Seek to the start of the range before writing, which leaves a hole in the file before it.",
    changesItems: true)

  static let version = ConformanceRule(
    "parts.version", "With strictVersioning, a range has the requested version.",
    page: ApplePage.strictVersioning,
    advice: "Fail with versionNoLongerAvailable when the server has another version.", changesItems: true)

  static let checks = [
    RuleCheck(range, checkRange), RuleCheck(alignment, checkAlignment), RuleCheck(contents, checkContents),
    RuleCheck(version, checkVersion),
  ]

  /// No two of its blocks are the same.
  private static let document = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) })
  private static let wanted = 5000..<5100
  private static let block = 4096

  @Sendable private static func checkRange(_ stage: ValidationStage) throws {
    let part = try part("range", stage)
    guard let extent = part.extent, extent.lowerBound <= wanted.lowerBound, extent.upperBound >= wanted.upperBound,
      extent.upperBound <= document.count
    else {
      throw Violation(
        "of \(document.count) bytes, \(wanted.count) at \(wanted.lowerBound) were requested, but "
          + "\(part.range.length) at \(part.range.location) were returned")
    }
  }

  @Sendable private static func checkAlignment(_ stage: ValidationStage) throws {
    let extent = try extent(of: part("alignment", stage))
    let isAligned =
      extent.lowerBound % block == 0 && (extent.upperBound % block == 0 || extent.upperBound == document.count)
    guard isAligned else {
      throw Violation(
        "the alignment was \(block), but the range goes from \(extent.lowerBound) to \(extent.upperBound)")
    }
  }

  @Sendable private static func checkContents(_ stage: ValidationStage) throws {
    let part = try part("contents", stage)
    let extent = try extent(of: part)
    guard let bytes = part.bytes else { throw Violation("the range is not in a regular file") }
    guard bytes.count >= extent.upperBound else {
      throw Violation("the range ends at \(extent.upperBound), but its file ends at \(bytes.count)")
    }
    guard bytes.dropFirst(extent.lowerBound).prefix(extent.count) == document[extent] else {
      throw Violation("the bytes from \(extent.lowerBound) to \(extent.upperBound) are not those of the document")
    }
  }

  @Sendable private static func checkVersion(_ stage: ValidationStage) throws {
    let old = try made("version", stage)
    let answer = try stage.replaceContents(of: old, with: String(repeating: "changed\n", count: 2000))
    guard let new = answer.item, new.contentVersion != old.contentVersion else {
      throw Unmet("both versions are the same")
    }
    let part: FetchedPart
    do { part = try stage.caller.fetchPart(of: old, wanted, alignedTo: block) } catch let refusal as Refusal
      where refusal.code == .versionNoLongerAvailable
    { return }
    guard part.item?.contentVersion == old.contentVersion else {
      throw Violation("a range requested with strictVersioning had another version")
    }
  }

  private static func made(_ name: String, _ stage: ValidationStage) throws -> SeenItem {
    let answer = try stage.create("part \(name)", document)
    guard let item = answer.item, answer.pending.isEmpty, !answer.hasOtherContents else {
      throw Unmet("the provider changes the contents")
    }
    return item
  }

  private static func part(_ name: String, _ stage: ValidationStage) throws -> FetchedPart {
    try stage.caller.fetchPart(of: made(name, stage), wanted, alignedTo: block)
  }

  /// The reported range of a part.
  private static func extent(of part: FetchedPart) throws -> Range<Int> {
    guard let extent = part.extent, extent.contains(wanted.lowerBound), extent.upperBound <= document.count else {
      throw Unmet("the range is not the requested one")
    }
    return extent
  }
}
