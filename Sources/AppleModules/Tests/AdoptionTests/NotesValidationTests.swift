import Foundation
import TestSupport
import Testing

/// An extension in the style of Xcode's template, as `validate` sees it: its notes are all in one place, and it takes no folders.
@Suite(.enabled(if: Machine.adoptingProblem == nil, "\(Machine.adoptingProblem ?? "")"))
struct NotesValidationTests {
  @Test func `an extension without folders passes, and its notes are left alone`() throws {
    let sample = try AdoptedSample.build("NotesExtension")
    let shelf = sample.sandbox.url("data/fileprovider-groups/group.org.example.notes/fileprovider-validate.plist")
    let notes = ["1": ["one.txt", "the first"], "2": ["two.txt", "the second"], "3": ["three.txt", "the third"]]
    try FileManager.default.createDirectory(
      at: shelf.deletingLastPathComponent(), withIntermediateDirectories: true)
    let before = try PropertyListEncoder().encode(notes)
    try before.write(to: shelf)
    let result = try sample.run("validate")
    #expect(result.status == 0, "\(result)")
    for rule in ["identifiers.lookup", "items.parent", "versions.stable", "paging.complete", "contents.size"] {
      #expect(result.output.contains("passed          \(rule) "), "\(rule): \(result)")
    }
    #expect(
      result.output.contains("why   the provider refused to create the working folder: NSCocoaErrorDomain 3328"),
      "\(result)")
    #expect(try Data(contentsOf: shelf) == before)
  }
}
