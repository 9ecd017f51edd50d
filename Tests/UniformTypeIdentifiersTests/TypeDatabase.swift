import Foundation
import TestSupport

@testable import UniformTypeIdentifiers

/// A small type database in a directory of its own, removed with the value.
final class TypeDatabase {
  private let temporary: TestDirectory
  var directory: URL { temporary.url }

  var path: String { directory.path }

  init(_ files: [String: String]) throws {
    temporary = try TestDirectory("types")
    for (name, contents) in files {
      let file = directory.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contents.utf8).write(to: file)
    }
  }

  /// One of each kind of entry.
  static func sample() throws -> TypeDatabase {
    try TypeDatabase([
      "globs2": """
      # a comment
      80:application/x-drawing:*.drw
      60:application/x-other-drawing:*.drw
      50:application/x-drawing:*.drawing
      50:text/x-upper:*.Q:cs
      50:application/pdf:*.pdfx
      50:application/octet-stream:*.blob
      50:text/x-makefile:makefile
      50:text/x-odd:*.o?d
      broken line
      """,
      "aliases": "image/x-drawing application/x-drawing\n",
      "subclasses": """
      application/x-drawing image/svg+xml
      application/x-drawing application/x-base-drawing
      application/x-base-drawing application/x-drawing
      """,
      "application/x-drawing.xml": """
      <mime-type type="application/x-drawing">
        <comment>drawing &amp; sketch</comment>
        <comment xml:lang="de">Zeichnung</comment>
        <acronym>DRW</acronym>
      </mime-type>
      """,
      "application/pdf.xml": """
      <mime-type type="application/pdf">
        <comment>PDF document</comment>
        <comment xml:lang="de">PDF-Dokument</comment>
      </mime-type>
      """,
    ])
  }
}

extension TypeCatalogue {
  /// The table over some directories of databases, and nothing of this machine.
  convenience init(over directories: [String]) {
    let database = SharedMimeInfo(directories: directories)
    self.init { database }
  }

  /// The type of an extension, for tests.
  func identifier(forExtension value: String, conformingTo supertype: String? = "public.data") -> String? {
    Tag(value, .filenameExtension).map { identifier(for: $0, conformingTo: supertype) }
  }

  /// The type of a MIME type, for tests.
  func identifier(forMIME value: String, conformingTo supertype: String? = "public.data") -> String? {
    Tag(value, .mimeType).map { identifier(for: $0, conformingTo: supertype) }
  }
}
